import { catalogue } from './catalogue.ts'

export const signInWords = catalogue({
  en: {
    title: 'Sign in',
    plainHttp:
      'The key is right, but your browser does not keep sessions of pages opened over plain http. Open this page by https, through a tunnel to localhost, or start the server with COOKIE_INSECURE=on.',
    cookiesOff:
      'The key is right, but your browser did not keep the session. Allow cookies for this site, then sign in again.',
    wrongKey: 'This key is not valid here. It may be archived or belong to another server.',
    expired: 'Your session has ended. Sign in to continue where you were.',
    exchanged: 'The key is exchanged for a session cookie that scripts cannot read. It is never stored in this page.',
    paste: 'Paste your key. It begins with od_.',
    apiKey: 'API key',
    hide: 'Hide the key',
    show: 'Show the key',
    where: 'Where is my key?',
    printed:
      'It was printed once, in the terminal, when Outdial first started. If it is gone, make another on the server, in the folder of the installation:',
    copyCommand: 'Copy the command',
    ready: 'This server is ready',
    notReady: 'This server does not answer',
    documentation: 'Documentation',
    with: (provider: string) => `Sign in with ${provider}`,
    as: (user: string) => `Sign in as ${user}`,
  },
  de: {
    title: 'Anmelden',
    plainHttp:
      'Der Schlüssel stimmt, aber Ihr Browser behält keine Sitzungen von Seiten über einfaches http. Öffnen Sie diese Seite über https, durch einen Tunnel zu localhost, oder starten Sie den Server mit COOKIE_INSECURE=on.',
    cookiesOff:
      'Der Schlüssel stimmt, aber Ihr Browser hat die Sitzung nicht behalten. Erlauben Sie Cookies für diese Seite und melden Sie sich noch einmal an.',
    wrongKey: 'Dieser Schlüssel gilt hier nicht. Er ist vielleicht archiviert oder gehört zu einem anderen Server.',
    expired: 'Ihre Sitzung ist beendet. Melden Sie sich an, um dort weiterzumachen, wo Sie waren.',
    exchanged:
      'Der Schlüssel wird gegen ein Sitzungs-Cookie getauscht, das Skripte nicht lesen können. Er bleibt nie auf dieser Seite.',
    paste: 'Fügen Sie Ihren Schlüssel ein. Er beginnt mit od_.',
    apiKey: 'API-Schlüssel',
    hide: 'Schlüssel verbergen',
    show: 'Schlüssel zeigen',
    where: 'Wo ist mein Schlüssel?',
    printed:
      'Er wurde einmal im Terminal gezeigt, als Outdial zum ersten Mal startete. Ist er verloren, erzeugen Sie auf dem Server einen neuen, im Ordner der Installation:',
    copyCommand: 'Befehl kopieren',
    ready: 'Dieser Server ist bereit',
    notReady: 'Dieser Server antwortet nicht',
    documentation: 'Dokumentation',
    with: (provider: string) => `Anmelden mit ${provider}`,
    as: (user: string) => `Anmelden als ${user}`,
  },
})
