// Package data is the folder of the knowledge files, which docs/knowledge.md
// explains. It has the largest of them as texts, for package kb:
//
//	text := data.Large("git.json")
package data

import _ "embed" // for the texts

// The largest files, once more as texts: embed.FS copies what it is asked for,
// and a copy of these costs a process that answers one call more than reading
// them. The program holds each file once all the same.
var (
	//go:embed aws.json
	awsText string
	//go:embed az.json
	azText string
	//go:embed cargo.json
	cargoText string
	//go:embed curl.json
	curlText string
	//go:embed deno.json
	denoText string
	//go:embed docker-compose.json
	dockerComposeText string
	//go:embed docker.json
	dockerText string
	//go:embed dotnet.json
	dotnetText string
	//go:embed gcloud.json
	gcloudText string
	//go:embed gh.json
	ghText string
	//go:embed git.json
	gitText string
	//go:embed glab.json
	glabText string
	//go:embed go.json
	goText string
	//go:embed kubectl.json
	kubectlText string
	//go:embed npm.json
	npmText string
	//go:embed python.json
	pythonText string
	//go:embed terragrunt.json
	terragruntText string
	//go:embed uv.json
	uvText string
)

// Large gives the text of a large knowledge file, "" for others.
func Large(file string) string {
	switch file {
	case "aws.json":
		return awsText
	case "az.json":
		return azText
	case "cargo.json":
		return cargoText
	case "curl.json":
		return curlText
	case "deno.json":
		return denoText
	case "docker-compose.json":
		return dockerComposeText
	case "docker.json":
		return dockerText
	case "dotnet.json":
		return dotnetText
	case "gcloud.json":
		return gcloudText
	case "gh.json":
		return ghText
	case "git.json":
		return gitText
	case "glab.json":
		return glabText
	case "go.json":
		return goText
	case "kubectl.json":
		return kubectlText
	case "npm.json":
		return npmText
	case "python.json":
		return pythonText
	case "terragrunt.json":
		return terragruntText
	case "uv.json":
		return uvText
	}
	return ""
}
