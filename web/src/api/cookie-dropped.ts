/** The key is valid, but the browser did not send back the session's cookie. */
export class SessionCookieMissing extends Error {}
