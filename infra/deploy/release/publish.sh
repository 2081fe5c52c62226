#!/usr/bin/env bash
# Builds and pushes the images of the tag that is checked out, and publishes its notes: the workflow Release runs it after the tests.
set -euo pipefail
cd "$(dirname "$0")/../../.."
version=${TAG#v}
REGISTRY="ghcr.io/${REPOSITORY,,}"
VERSION=$version
REVISION=$(git rev-parse HEAD)
export REGISTRY VERSION REVISION

# The notes are the section of the changelog; a tag without one was not made by `npm version`.
notes=$(awk -v title="## $version " 'index($0, title) == 1 { on = 1; next } /^## / { on = 0 } on' CHANGELOG.md)
[ -n "$notes" ] || { echo "CHANGELOG.md has no section $version: tags are made by npm version." >&2; exit 1; }

docker login ghcr.io --username "$ACTOR" --password-stdin <<<"$GH_TOKEN"
# The programs of arm64 run by emulation, and only this builder stores attestations with an image.
docker run --rm --privileged tonistiigi/binfmt --install arm64
docker buildx create --use --driver docker-container
docker buildx bake --file infra/deploy/release/bake.hcl --push
gh release create "$TAG" --title "Duet $version" --notes-file - <<<"$notes"
