#!/usr/bin/env bash
# A property that is one of two words or null, as JSON Schema writes it in OpenAPI 3.1:
# {"type": ["string", "null"], "enum": ["on", "off", null]}. Null has to stand in the enum, because
# an enum without it excludes null whatever the type says.
#
# Expected: a generated client that compiles, as it does for the same set written with anyOf.
# Seen with openapi-zod-client 1.18.3 and zod 3.25.76: z.enum(["on", "off", null]), which no version
# of zod takes; TypeScript refuses the file with TS2769.
set -euo pipefail
cd "$(mktemp -d)"
trap 'rm -rf "$PWD"' EXIT
npm init -y >/dev/null
npm install --silent --no-audit --no-fund openapi-zod-client@1.18.3 @zodios/core@10.9.6 zod@3.25.76 typescript@5.9.3 >/dev/null

document() {
  printf '{"openapi":"3.1.0","info":{"title":"t","version":"1"},"paths":{"/lamp":{"get":{"operationId":"lamp","responses":{"200":{"description":"ok","content":{"application/json":{"schema":{"type":"object","required":["state"],"properties":{"state":%s}}}}}}}}}}' "$1"
}
compile() {
  npx openapi-zod-client "$1.json" -o "$1.ts" >/dev/null 2>&1
  grep -nE 'state:' "$1.ts" || true
  npx tsc --noEmit --skipLibCheck --strict --module nodenext --moduleResolution nodenext --target es2022 "$1.ts" 2>&1
}
document '{"type":["string","null"],"enum":["on","off",null]}' >null-in-enum.json
document '{"anyOf":[{"type":"string","enum":["on","off"]},{"type":"null"}]}' >any-of.json

if said=$(compile null-in-enum); then echo "changed: it compiles"; exit 1; fi
echo "$said" | head -n 3
grep -q 'TS2769' <<<"$said"
compile any-of
echo 'as seen: null in an enum does not compile, the same set with anyOf does'
