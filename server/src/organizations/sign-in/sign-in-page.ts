/** The two pages that a browser shows when it comes back from the identity provider. */
import type { FastifyReply } from 'fastify'

const POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** A page with a link: unlike a redirect from another site, a link inside the same site lets the browser send the new cookie. */
export const signedInPage = () =>
  page('<meta http-equiv="refresh" content="0;url=/">', '<p><a href="/">Go to the console</a></p>')

export const refusalPage = (sentence: string) =>
  page('', `<h1>You are not signed in</h1><p>${escaped(sentence)}</p><p><a href="/sign-in">Back to sign-in</a></p>`)

function page(head: string, body: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">${head}
<title>Outdial</title><main>${body}</main></html>`
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)

export function sendPage(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply
    .code(status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', POLICY)
    .send(text)
}
