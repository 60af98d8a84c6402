#!/bin/sh
# Writes the digest of each image that comes from outside behind its tag, in compose.yml and the Containerfile: `name:tag@sha256:...`. A tag may lead to
# another image tomorrow, a digest may not. It asks the registry of each image, so it cannot be done here once for everybody: run it again for updates.
set -eu
cd "$(dirname "$0")"
engine=${ENGINE:-docker}
files='compose.yml ../Containerfile'

# Names with their tags, without the digests of an earlier run.
images=$(sed -n -E 's/^ *(image:|FROM) +(docker\.io\/[^ @]+).*/\2/p' $files | sort -u)
for image in $images; do
  "$engine" pull --quiet "$image" > /dev/null
  # An image that was also pulled through a mirror has a digest of each; Docker calls docker.io/library/postgres only postgres.
  name=${image%:*}
  short=${name#docker.io/}
  digest=$("$engine" image inspect --format '{{range .RepoDigests}}{{println .}}{{end}}' "$image" |
    sed -n -E "s#^($name|$short|${short#library/})@(sha256:[0-9a-f]{64})\$#\2#p" | head -n 1)
  if [ -z "$digest" ]; then
    echo "pin-images.sh: $engine knows no digest of $image. Images that were pinned before it are pinned." >&2
    exit 1
  fi
  for file in $files; do
    sed -E "s#($image)(@sha256:[0-9a-f]+)?( |\$)#\1@$digest\3#" "$file" > "$file.pinned"
    # In place: it keeps its owner and mode.
    cat "$file.pinned" > "$file"
    rm "$file.pinned"
  done
  echo "$image@$digest"
done
