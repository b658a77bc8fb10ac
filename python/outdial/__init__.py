"""Client of the Outdial HTTP interface. Python 3.10 and newer, standard library only."""
from ._core import OutdialError, WebhookVerificationError, verify_webhook
from ._generated import Operations


class Outdial(Operations):
    """`Outdial("https://calls.example.com", "od_...").get_campaign(7)`"""


__all__ = ["Outdial", "OutdialError", "WebhookVerificationError", "verify_webhook"]
