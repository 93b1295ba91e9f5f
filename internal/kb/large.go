package kb

import _ "embed" // for the texts

// The largest files, once more as texts: embed.FS copies what it is asked for,
// and a copy of these costs a process that answers one call more than reading
// them. The program holds each file once all the same.
var (
	//go:embed data/aws.json
	awsText string
	//go:embed data/az.json
	azText string
	//go:embed data/cargo.json
	cargoText string
	//go:embed data/curl.json
	curlText string
	//go:embed data/deno.json
	denoText string
	//go:embed data/docker-compose.json
	dockerComposeText string
	//go:embed data/docker.json
	dockerText string
	//go:embed data/dotnet.json
	dotnetText string
	//go:embed data/gcloud.json
	gcloudText string
	//go:embed data/gh.json
	ghText string
	//go:embed data/git.json
	gitText string
	//go:embed data/glab.json
	glabText string
	//go:embed data/go.json
	goText string
	//go:embed data/kubectl.json
	kubectlText string
	//go:embed data/npm.json
	npmText string
	//go:embed data/python.json
	pythonText string
	//go:embed data/terragrunt.json
	terragruntText string
	//go:embed data/uv.json
	uvText string
)

// read gives the text of a knowledge file, "" if there is none.
func read(file string) string {
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
	data, err := files.ReadFile("data/" + file)
	if err != nil {
		return ""
	}
	return string(data)
}
