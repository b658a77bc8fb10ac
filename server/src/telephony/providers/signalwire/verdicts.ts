/** The meaning of SignalWire's answer to a dial. Source: "Error codes" of the Compatibility API, one line per code below. */
import { type CodeVerdict, placeResultReader } from '../../carrier-kit/twilio-verdicts.ts'

/** The messages are the program's own: the carrier's may contain the phone number. */
const BY_CODE: Readonly<Record<string, CodeVerdict>> = {
  '4001': ['halt', 'the balance is too low for this operation'],
  // This code has many causes, among them an argument that every dial would have.
  '10000': ['halt or number', 'SignalWire does not accept an argument of the request'],
  '10001': ['halt', 'calling is not enabled in this space'],
  '20003': ['halt', 'the Project ID or the API token is wrong, or the token lacks the scope Voice'],
  '20010': ['halt or number', 'SignalWire does not permit this call to the project'],
  // The path contains only the project, so the project is missing.
  '20404': ['halt', 'SignalWire has no such project in this space'],
  '20429': ['later', 'too many requests'],
  '21201': ['rejected', 'no number to call was given'],
  '21205': ['halt', 'SignalWire cannot use the public address of this server'],
  '21208': ['halt', 'SignalWire does not accept the ring time-out'],
  '21210': ['caller', 'the caller ID is neither bought nor verified in the project'],
  '21211': ['never', 'the number is not valid'],
  '21212': ['caller', 'the caller ID is not a valid number'],
  '21213': ['halt', 'a caller ID is needed'],
  '21217': ['never', 'the number does not appear to be valid'],
  // "The account limitations for this feature have been exceeded", or a trial that may call only verified numbers.
  '21219': ['halt', 'the project is limited: a trial may call only verified numbers'],
  '21234': ['halt', 'SignalWire does not accept the settings of machine detection'],
  '21262': ['halt', 'SignalWire cannot use the address for machine detection'],
  '21611': ['later', 'the queue of calls from this number is full'],
  '30002': ['halt', 'the balance is too low'],
}

export const placeResult = placeResultReader('SignalWire', (code) => BY_CODE[code])
