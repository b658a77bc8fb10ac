#!/bin/sh
# Adds a workflow file with its dialogues, plays the dialogues, and prints the workflow's id.
# Ends with 1 if a dialogue takes another course than its file says. Needs curl and jq.
#   sh add.sh yes-or-no.json
set -eu
: "${OUTDIAL_URL:=http://127.0.0.1:8000}" "${OUTDIAL_API_KEY:?Set OUTDIAL_API_KEY.}"

# post PATH JSON: prints the answer; a refusal is printed as an error.
post() {
  answer=$(curl --silent --show-error --fail-with-body --header "X-API-Key: $OUTDIAL_API_KEY" \
    --header 'content-type: application/json' --data "$2" "$OUTDIAL_URL/api/v1$1") || { echo "$answer" >&2; return 1; }
  echo "$answer"
}

created=$(post /workflow/create/definition "$(jq '{name, workflow_definition}' "$1")")
id=$(echo "$created" | jq .id)
jq --compact-output '.dialogues[]' "$1" | while IFS= read -r dialogue; do
  post "/workflow/$id/dialogues" "$dialogue" > /dev/null
done

result=$(post "/workflow/$id/dialogues/run" '{}')
echo "$result" | jq --raw-output '.results[] | select(.failures != []) | "\(.name): \(.failures[].message)"' >&2
[ "$(echo "$result" | jq .failed)" = 0 ]
echo "$id"
