"""A campaign from its workflow file to its results, with the Python client."""
import json
import os
import sys
from pathlib import Path

from outdial import Outdial, OutdialError

EXAMPLES = Path(__file__).resolve().parent.parent
outdial = Outdial(os.environ.get("OUTDIAL_URL", "http://127.0.0.1:8000"), os.environ["OUTDIAL_API_KEY"])

try:
    file = json.loads((EXAMPLES / "workflows/yes-or-no.json").read_text())
    workflow = outdial.create_workflow(body={"name": file["name"], "workflow_definition": file["workflow_definition"]})
    carrier = outdial.create_telephony_configuration(
        body={
            "name": f"Simulated, for workflow {workflow['id']}",
            "config": {"provider": "simulator", "people_speak": False, "speed": 1000},
        }
    )
    contacts = outdial.upload_contact_list(content=(EXAMPLES / "curl/contacts.csv").read_bytes(), filename="contacts.csv")
    campaign = outdial.create_campaign(
        body={
            "name": "First campaign",
            "workflow_id": workflow["id"],
            "source_type": "csv",
            "source_id": contacts["source_id"],
            "telephony_configuration_id": carrier["id"],
            "retry_config": {"enabled": False},
        }
    )
    outdial.start_campaign(campaign["id"])
    # From the first event on, so that a campaign that has ended already is noticed too.
    for event in outdial.events(after=0, campaign_id=campaign["id"]):
        if event["type"] == "campaign_completed":
            break
    for contact in outdial.all("list_campaign_contacts", campaign["id"]):
        print(contact["phone_number"], contact["outcome"])
except OutdialError as error:
    # Decide by the code; the sentence is for people.
    sys.exit(f"{error.code}: {error} {error.faults}")
