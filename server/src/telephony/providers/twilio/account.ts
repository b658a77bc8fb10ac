import { regionalUrl } from '../../carrier-kit/regions.ts'
import { openTwilioAccount } from '../../carrier-kit/twilio-account.ts'
import type { TwilioDialect } from '../../carrier-kit/twilio-client.ts'
import { textField } from '../../fields.ts'
import type { AccountContext, CarrierAccount, Credentials } from '../../provider.ts'
import { API_URL, REGIONS } from './regions.ts'
import { placeResult } from './verdicts.ts'

export function openTwilio(context: AccountContext): CarrierAccount {
  return openTwilioAccount(context, twilioDialect(context.credentials))
}

export function twilioDialect(credentials: Credentials): TwilioDialect {
  const authToken = textField(credentials, 'auth_token')
  return {
    carrier: 'Twilio',
    credentialNames: 'Account SID and auth token',
    apiUrl: `${regionalUrl(credentials, REGIONS, 'api_base_url', API_URL)}/2010-04-01`,
    accountSid: textField(credentials, 'account_sid'),
    apiSecret: authToken,
    signingKey: authToken,
    signatureHeader: 'x-twilio-signature',
    dialMarkup: credentials.inline_twiml === true ? 'inline' : 'by_address',
    joinMarkup: 'inline',
    limitsDuration: true,
    sipCodeIn: { message: 'SipResponseCode', resource: null },
    listsVerifiedNumbers: true,
    callIsOver: ['21220'],
    placeResult,
  }
}
