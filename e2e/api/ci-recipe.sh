#!/usr/bin/env bash
# Exports a site from a pipeline with only curl and jq: starts an export, waits for it, requests the link, and downloads
# the bundle.
# Needs BASE_URL, API_KEY, DOMAIN and OUT.
set -euo pipefail

job_id=$(curl -sf -X POST "$BASE_URL/v1/static-export/jobs" \
  -H "Authorization: Bearer $API_KEY" -H 'Content-Type: application/json' \
  -d "{\"domain\": \"$DOMAIN\"}" | jq -r .jobId)

for _ in $(seq 1 60); do
  status=$(curl -sf "$BASE_URL/v1/static-export/jobs/$job_id" -H "Authorization: Bearer $API_KEY" | jq -r .status)
  [ "$status" = completed ] && break
  [ "$status" = failed ] && exit 1
  sleep "${INTERVAL:-10}"
done
[ "$status" = completed ]

bundle_url=$(curl -sf -X POST "$BASE_URL/v1/static-export/jobs/$job_id/bundle" \
  -H "Authorization: Bearer $API_KEY" | jq -r .bundleUrl)
curl -sf -o "$OUT" "$bundle_url"
