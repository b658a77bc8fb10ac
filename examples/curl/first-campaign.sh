#!/bin/sh
# A campaign from its workflow to its results. Needs curl and jq.
set -eu
: "${OUTDIAL_URL:=http://127.0.0.1:8000}" "${OUTDIAL_API_KEY:?Set OUTDIAL_API_KEY.}"
here=$(dirname "$0")

# ask PATH [options of curl]: fails with the server's message if the answer is not a success.
ask() {
  path=$1
  shift
  curl --silent --show-error --fail-with-body --header "X-API-Key: $OUTDIAL_API_KEY" "$@" "$OUTDIAL_URL/api/v1$path"
}
json='content-type: application/json'

workflow=$(sh "$here/../workflows/add.sh" "$here/../workflows/yes-or-no.json")

# The simulated carrier, a thousand times faster than real calls.
carrier=$(ask /organizations/telephony-configs --header "$json" --data '{
  "name": "Simulated, from curl", "config": {"provider": "simulator", "people_speak": false, "speed": 1000}}' | jq .id)

list=$(ask '/contact-lists?filename=contacts.csv' --header 'content-type: text/csv' \
  --data-binary "@$here/contacts.csv" | jq --raw-output .source_id)

# The idempotency key makes the request safe to repeat: the campaign is created once.
campaign=$(ask /campaign/create --header "$json" --header "Idempotency-Key: first-campaign-$list" --data '{
  "name": "First campaign", "workflow_id": '"$workflow"', "source_type": "csv", "source_id": "'"$list"'",
  "telephony_configuration_id": '"$carrier"', "retry_config": {"enabled": false}}' | jq .id)

ask "/campaign/$campaign/start" --request POST > /dev/null
until [ "$(ask "/campaign/$campaign/progress" | jq --raw-output .state)" = completed ]; do sleep 1; done

ask "/campaign/$campaign/runs?limit=100" | jq --raw-output '.runs[] | [.phone_number, .outcome] | @tsv'
