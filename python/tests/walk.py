"""A walk through a running server, printed as one JSON line. OUTDIAL_URL and OUTDIAL_API_KEY say where."""
import json
import os

from outdial import Outdial, OutdialError

client = Outdial(os.environ["OUTDIAL_URL"], os.environ["OUTDIAL_API_KEY"], retries=0)
uploaded = client.upload_contact_list(content="phone_number,first_name\n+447700900101,Ada\n+447700900102,Alan\n", filename="two.csv")
try:
    client.get_campaign(999_999)
    refused = None
except OutdialError as error:
    refused = [error.status, error.code]
try:
    client.suppress_number(body={"phone_number": 7})
    faults = None
except OutdialError as error:
    faults = [error.status, error.code, len(error.faults)]
for number in range(3):
    client.suppress_number(body={"phone_number": f"+44770090020{number}"})
print(
    json.dumps(
        {
            "rows": uploaded["total_rows"],
            "refused": refused,
            "faults": faults,
            "suppressed": len(list(client.all("list_suppressions", limit=1))),
            "keys": len(list(client.all("list_api_keys", limit=1))),
        }
    )
)
