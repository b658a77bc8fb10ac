/** The key is valid, but the browser did not send the session's cookie back. */
export class CookieDropped extends Error {}
