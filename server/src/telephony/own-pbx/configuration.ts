/**
 * Writes the configuration files of the Asterisk that this node runs. The options were tested with 22.10; see "configuration
 * options" of res_pjsip.
 */
import type { SipTrunk as Trunk } from '../provider.ts'

export interface PbxPaths {
  /** Working folder with `etc`, `log`, `lib` and `spool`. */
  folder: string
  /** A short path, because the path of the console's socket has at most 107 characters. */
  runFolder: string
  /** Folder with Asterisk's modules; null: the program's built-in path. */
  modulesFolder: string | null
  /** Folder with the XML documentation, without which Asterisk does not start. Null: the program's built-in path. */
  dataFolder: string | null
  httpPort: number
  managerPort: number
  sipPort: number
  rtpPorts: readonly [first: number, last: number]
  /** The public address of this machine, if it is behind NAT. */
  externalAddress: string | null
  secret: string
}

export const MANAGER_USER = 'outdial'

const MODULES = [
  'res_timing_timerfd codec_ulaw codec_alaw codec_resample format_pcm bridge_simple bridge_softmix bridge_holding',
  'bridge_native_rtp pbx_config app_stasis app_dial func_channel func_callerid func_timeout func_hangupcause',
  'res_http_websocket res_websocket_client res_stasis res_stasis_answer res_stasis_recording res_stasis_playback res_stasis_snoop',
  'res_ari_model res_ari res_ari_applications res_ari_asterisk res_ari_bridges res_ari_channels res_ari_endpoints res_ari_events',
  'res_sorcery_config res_sorcery_memory res_sorcery_astdb res_pjproject res_rtp_asterisk res_srtp res_pjsip res_pjsip_session',
  'res_pjsip_sdp_rtp res_pjsip_caller_id res_pjsip_nat res_pjsip_rfc3326 res_pjsip_dtmf_info res_pjsip_path res_pjsip_acl',
  'res_pjsip_diversion res_pjsip_endpoint_identifier_ip res_pjsip_endpoint_identifier_user res_pjsip_header_funcs',
  'res_pjsip_outbound_authenticator_digest res_pjsip_outbound_registration res_pjsip_pubsub chan_pjsip chan_websocket',
].flatMap((line) => line.split(' '))

/** Files without which Asterisk does not start. */
const EMPTY = [
  'acl',
  'ccss',
  'features',
  'musiconhold',
  'pjproject',
  'stasis',
  'udptl',
  'indications',
  'chan_websocket',
  'websocket_client',
]
const SWITCHED_OFF: Readonly<Record<string, string>> = { cdr: 'enable = no', cel: 'enable = no' }

/** The configuration files below `etc`: name to text. */
export function pbxFiles(places: PbxPaths, trunks: readonly Trunk[]): Record<string, string> {
  const { httpPort, managerPort, rtpPorts, secret } = places
  return {
    ...Object.fromEntries(EMPTY.map((name) => [`${name}.conf`, '; empty\n'])),
    ...Object.fromEntries(Object.entries(SWITCHED_OFF).map(([name, line]) => [`${name}.conf`, `[general]\n${line}\n`])),
    'asterisk.conf': mainFile(places),
    'modules.conf': `[modules]\nautoload = no\n${MODULES.map((name) => `load = ${name}.so\n`).join('')}`,
    'logger.conf': '[general]\ndateformat = %F %T\n[logfiles]\nmessages => warning,error\n',
    'http.conf': `[general]\nenabled = yes\nbindaddr = 127.0.0.1\nbindport = ${httpPort}\nsessionlimit = 1000\n`,
    'manager.conf': `[general]\nenabled = yes\nbindaddr = 127.0.0.1\nport = ${managerPort}\n[${MANAGER_USER}]\nsecret = ${secret}\nread = reporting\nwrite = system,command,reporting\n`,
    'ari.conf': `[general]\nenabled = yes\n${trunks.map(({ name }) => section(name, { type: 'user', read_only: 'no', password: secret, password_format: 'plain' })).join('')}`,
    'rtp.conf': `[general]\nrtpstart = ${rtpPorts[0]}\nrtpend = ${rtpPorts[1]}\n`,
    'extensions.conf': `[general]\nstatic = yes\n${trunks.map(inboundContext).join('')}`,
    'pjsip.conf': pjsipFile(places, trunks),
  }
}

function mainFile({ folder, runFolder, modulesFolder, dataFolder }: PbxPaths): string {
  const folders = {
    astetcdir: `${folder}/etc`,
    ...(modulesFolder === null ? {} : { astmoddir: modulesFolder }),
    astvarlibdir: `${folder}/lib`,
    astdbdir: `${folder}/lib`,
    astkeydir: `${folder}/lib`,
    ...(dataFolder === null ? {} : { astdatadir: dataFolder }),
    astagidir: `${folder}/lib`,
    astspooldir: `${folder}/spool`,
    astrundir: runFolder,
    astlogdir: `${folder}/log`,
    astcachedir: `${folder}/lib`,
  }
  const lines = Object.entries(folders).map(([name, path]) => `${name} => ${path}\n`)
  return `[directories]\n${lines.join('')}[options]\nnocolor = yes\nmaxfiles = 65536\n`
}

/** Patterns of destinations. A single letter is excluded: Asterisk runs `h` in the context of an ended call. */
const DESTINATIONS = ['_X', '_[+0-9A-Za-z].']

function inboundContext({ name }: Trunk): string {
  const lines = DESTINATIONS.map(
    (pattern) => `exten => ${pattern},1,Stasis(${name},\${EXTEN})\n same => n,Hangup(27)\n`,
  )
  return `[${name}]\n${lines.join('')}`
}

function pjsipFile(places: PbxPaths, trunks: readonly Trunk[]): string {
  const transports = [...new Set(['udp' as const, ...trunks.map(({ transport }) => transport)])]
  return [
    // Probes immediately: otherwise a new trunk counts as offline until the first probe, at a random time within the interval.
    section('global', { type: 'global', user_agent: 'outdial', max_initial_qualify_time: '1' }),
    ...transports.map((transport) => transportSection(places, transport)),
    ...trunks.map(trunkSections),
  ].join('')
}

const PRIVATE_NETWORKS = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '127.0.0.0/8']

function transportSection({ sipPort, externalAddress }: PbxPaths, transport: Trunk['transport']): string {
  // SIP over TLS uses a separate port, one above.
  const bind = `0.0.0.0:${sipPort === 0 ? 0 : transport === 'tls' ? sipPort + 1 : sipPort}`
  const nat =
    externalAddress === null
      ? []
      : [
          `external_signaling_address = ${externalAddress}`,
          `external_media_address = ${externalAddress}`,
          ...PRIVATE_NETWORKS.map((network) => `local_net = ${network}`),
        ]
  const tls =
    transport === 'tls'
      ? ['method = tlsv1_2', 'verify_server = yes', 'ca_list_file = /etc/ssl/certs/ca-certificates.crt']
      : []
  const lines = ['type = transport', `protocol = ${transport}`, `bind = ${bind}`, ...tls, ...nat]
  return `[t-${transport}]\n${lines.join('\n')}\n`
}

/**
 * By default, Asterisk stops registering forever after one refusal; with these settings it tries again after a correction at the
 * carrier.
 */
const RETRIES = {
  expiration: '120',
  retry_interval: '30',
  forbidden_retry_interval: '60',
  fatal_retry_interval: '60',
  auth_rejection_permanent: 'no',
  max_retries: '1000000',
  max_random_initial_delay: '0',
}

function trunkSections(trunk: Trunk): string {
  const { name, host, port, transport, user } = trunk
  const suffix = transport === 'udp' ? '' : `\\;transport=${transport}`
  const place = `${host}:${port}${suffix}`
  const common = { transport: `t-${transport}`, outbound_auth: name }
  const registration = section(name, {
    type: 'registration',
    ...common,
    server_uri: `sip:${place}`,
    client_uri: `sip:${user}@${place}`,
    contact_user: trunk.contactUser,
    ...RETRIES,
    line: 'yes',
    endpoint: name,
  })
  return [
    section(name, { type: 'auth', auth_type: 'userpass', username: trunk.authUser, password: escaped(trunk.password) }),
    section(name, {
      type: 'aor',
      contact: `sip:${place}`,
      qualify_frequency: trunk.probed ? '15' : '0',
      qualify_timeout: '3',
    }),
    section(name, { type: 'endpoint', ...common, context: name, aors: name, ...ENDPOINT, ...shown(trunk) }),
    section(name, { type: 'identify', endpoint: name, match: host }),
    ...(trunk.registers ? [registration] : []),
  ].join('')
}

const ENDPOINT = {
  disallow: 'all',
  allow: 'alaw,ulaw',
  direct_media: 'no',
  rtp_symmetric: 'yes',
  force_rport: 'yes',
  dtmf_mode: 'rfc4733',
  rtp_keepalive: '15',
}

/** Most registrars identify the account by the user in From; the caller ID is then in another header. */
function shown({ callerIn, user, host, srtp }: Trunk): Record<string, string> {
  const header = callerIn === 'rpid' ? { send_rpid: 'yes' } : { send_pai: 'yes' }
  return {
    from_domain: host,
    ...(callerIn === 'from' ? {} : { from_user: user, trust_id_outbound: 'yes', ...header }),
    ...(srtp ? { media_encryption: 'sdes' } : {}),
  }
}

/** Escapes semicolons, which begin a comment. Line breaks and other control characters are rejected earlier (`providers/sip`). */
function escaped(text: string): string {
  return text.replaceAll(';', '\\;')
}

function section(name: string, options: Readonly<Record<string, string>>): string {
  const lines = Object.entries(options).map(([option, value]) => `${option} = ${value}\n`)
  return `[${name}]\n${lines.join('')}`
}
