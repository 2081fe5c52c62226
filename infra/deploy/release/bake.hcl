# The images of a release: `VERSION=1.2.0 REGISTRY=registry.example.org docker buildx bake -f infra/deploy/release/bake.hcl --push`.
# Each has both architectures, a list of its packages (SBOM) and a record of how it was built (provenance).
variable "VERSION" {}
variable "REGISTRY" {}
variable "REVISION" { default = "" }

group "default" { targets = ["duet", "duet-media"] }

target "image" {
  context    = "."
  dockerfile = "infra/deploy/docker/Dockerfile"
  platforms  = ["linux/amd64", "linux/arm64"]
  attest     = ["type=sbom", "type=provenance,mode=max"]
  labels = {
    "org.opencontainers.image.title"    = "Duet"
    "org.opencontainers.image.version"  = VERSION
    "org.opencontainers.image.revision" = REVISION
  }
}

target "duet" {
  inherits = ["image"]
  target   = "node"
  tags     = ["${REGISTRY}/duet:${VERSION}"]
}

target "duet-media" {
  inherits = ["image"]
  target   = "media"
  tags     = ["${REGISTRY}/duet-media:${VERSION}"]
}
