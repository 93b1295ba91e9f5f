package client

// PreTool is preTool for the tests of the whole way to an answer.
var PreTool = preTool
