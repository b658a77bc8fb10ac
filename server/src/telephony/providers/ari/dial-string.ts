/** Builds Asterisk's dial strings. An address that cannot be dialed exactly as written is refused, never changed. */
import type { AddressType } from '../../provider.ts'
import type { AriSettings } from './settings.ts'

export type DialString = { kind: 'dial'; endpoint: string } | { kind: 'refused'; reason: string }

/** Channel technologies that a contact list may use in dial strings. `Local` is excluded: it would open any dialplan context. */
const OWN_DIAL_STRING = /^(PJSIP|SIP|IAX2|DAHDI)\/[\w.+*#:@~/-]+$/
const NUMBER = /^\+?[0-9]+$/
/** An extension must not contain `/`, `@` or `&`, which would change the meaning of the dial string. */
const EXTENSION = /^[\w.+*#-]+$/
const SIP_URI = /^sips?:[\w.+*#%~-]+@[\w.:[\]-]+(;[\w=.-]+)*$/

export function dialString(settings: AriSettings, to: string, toType: AddressType): DialString {
  if (OWN_DIAL_STRING.test(to)) return { kind: 'dial', endpoint: to }
  if (toType === 'sip_uri') return sipUri(settings, to)
  if (!(toType === 'pstn' ? NUMBER : EXTENSION).test(to)) {
    return { kind: 'refused', reason: 'the address holds characters that a dial string cannot carry' }
  }
  // A Local channel might be optimized away during the call, and the call's id with it. A Stasis bridge prevents that (measured
  // with 22.10), so `/n` is not needed.
  if (settings.outboundContext) return { kind: 'dial', endpoint: `Local/${to}@${settings.outboundContext}` }
  return { kind: 'dial', endpoint: fill(settings.endpointTemplate, to) }
}

/** The caller ID: a number or extension unchanged, or the user part of a SIP URI. */
export function callerId(from: string): string {
  return from.replace(/^sips?:/, '').replace(/@.*$/, '')
}

/** The PJSIP endpoint that every call uses, if the template names one: `trunk` of `PJSIP/{number}@trunk`. */
export function trunkOf(settings: AriSettings): { technology: string; resource: string } | null {
  if (settings.outboundContext) return null
  const parts = /^([A-Za-z0-9]+)\/(?:[^@/]*\{(?:number|digits)\}@([^/{}]+)|([^/@{}]+)\/.*)$/.exec(
    settings.endpointTemplate,
  )
  const resource = parts?.[2] ?? parts?.[3]
  return parts?.[1] && resource ? { technology: parts[1], resource } : null
}

function sipUri(settings: AriSettings, uri: string): DialString {
  if (!SIP_URI.test(uri)) return { kind: 'refused', reason: 'the SIP address is not one that can be dialled' }
  if (settings.outboundContext) {
    return { kind: 'refused', reason: 'a SIP address cannot be dialled through a dialplan context' }
  }
  // chan_pjsip dials a URI as PJSIP/<endpoint>/<uri>; <user>@<endpoint> would send it to the trunk's own contact.
  const trunk = trunkOf(settings)
  if (!trunk) return { kind: 'refused', reason: 'a SIP address needs an endpoint template that names a trunk' }
  return { kind: 'dial', endpoint: `${trunk.technology}/${trunk.resource}/${uri}` }
}

function fill(template: string, to: string): string {
  return template.replaceAll('{number}', to).replaceAll('{digits}', to.replace(/^\+/, ''))
}
