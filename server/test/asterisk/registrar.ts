/** What makes the Asterisk of the tests a carrier with a SIP account `1001`, whose calls reach the callees. */
export const REGISTRAR = {
  'modules.conf': 'load = res_pjsip_registrar.so\nload = res_pjsip_authenticator_digest.so\n',
  'pjsip.conf': `
; The callees are known by their address, which is ours too: the account must be looked for first.
[global](+)
endpoint_identifier_order = username,ip
[1001]
type = aor
max_contacts = 1
remove_existing = yes
[1001]
type = auth
auth_type = userpass
username = 1001
password = right\\;word
[1001](trunk)
context = callee
auth = 1001
aors = 1001
`,
}
