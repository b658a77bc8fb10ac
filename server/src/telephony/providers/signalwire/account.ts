import { openTwilioAccount } from '../../carrier-kit/twilio-account.ts'
import type { TwilioDialect } from '../../carrier-kit/twilio-client.ts'
import { textField } from '../../fields.ts'
import type { AccountContext, CarrierAccount, Credentials } from '../../provider.ts'
import { placeResult } from './verdicts.ts'

export function openSignalWire(context: AccountContext): CarrierAccount {
  return openTwilioAccount(context, signalWireDialect(context.credentials))
}

/**
 * The differences from Twilio. Source: the Compatibility API's own description and pages
 * (developer.signalwire.com/compatibility-api).
 */
function signalWireDialect(credentials: Credentials): TwilioDialect {
  return {
    carrier: 'SignalWire',
    credentialNames: 'Project ID and API token in this space',
    apiUrl: `${textField(credentials, 'space_url').replace(/\/+$/, '')}/api/laml/2010-04-01`,
    accountSid: textField(credentials, 'project_id'),
    apiSecret: textField(credentials, 'api_token'),
    signingKey: textField(credentials, 'signing_key'),
    signatureHeader: 'x-signalwire-signature',
    // The API has no parameter for inline markup, neither for a dial nor for a running call.
    dialMarkup: 'by_address',
    joinMarkup: 'by_address',
    limitsDuration: false,
    sipCodeIn: { message: 'SipResultCode', resource: 'sip_result_code' },
    // "URI for outgoing caller IDs. Not supported."
    listsVerifiedNumbers: false,
    // 10000: "An attempt was made to update a completed call".
    callIsOver: ['21220', '10000'],
    placeResult,
  }
}
