const account = (user: string) => `[${user}]
type = aor
max_contacts = 1
remove_existing = yes
[${user}]
type = auth
auth_type = userpass
username = ${user}
password = right\\;word
[${user}](trunk)
context = callee
auth = ${user}
aors = ${user}
`

/** Makes the Asterisk of the tests a carrier with the SIP accounts `1001` and `1002`, whose calls reach the callees. */
export const REGISTRAR = {
  'modules.conf':
    'load = res_pjsip_registrar.so\nload = res_pjsip_authenticator_digest.so\nload = res_clioriginate.so\n',
  'pjsip.conf': `
; The callees are known by their address, which is ours too: the account must be looked for first.
[global](+)
endpoint_identifier_order = username,ip
${account('1001')}${account('1002')}`,
}
