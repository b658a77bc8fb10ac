/** The catalogue of node types: served by GET /api/v1/node-types, and the source of every constraint on a node's data. */
import {
  COLLECT_LENGTH_MAX,
  DELAYED_START_DEFAULT_SECONDS,
  DELAYED_START_SECONDS_MAX,
  DIGITS_LENGTH_DEFAULT_MAX,
  EXTRACT_MAX,
  NAME_LENGTH_MAX,
  PROMPT_LENGTH_MAX,
  SAY_LENGTH_MAX,
  VARIABLE_NAME_LENGTH_MAX,
} from './limits.ts'
import { options, type Property, property, REFERENCES_MAX } from './properties.ts'

export const SPEC_VERSION = '1.0.0'

export interface GraphConstraints {
  readonly min_incoming: number | null
  readonly max_incoming: number | null
  readonly min_outgoing: number | null
  readonly max_outgoing: number | null
  readonly min_instances: number | null
  readonly max_instances: number | null
}

export interface NodeTypeSpec {
  readonly name: string
  readonly display_name: string
  readonly description: string
  readonly category: 'call_node' | 'global_node' | 'trigger' | 'integration'
  readonly icon: string
  readonly version: string
  readonly properties: readonly Property[]
  readonly examples: readonly { readonly name: string; readonly data: Readonly<Record<string, unknown>> }[]
  readonly graph_constraints: GraphConstraints
}

const UNBOUND: GraphConstraints = {
  min_incoming: null,
  max_incoming: null,
  min_outgoing: null,
  max_outgoing: null,
  min_instances: null,
  max_instances: null,
}

/** ASCII only, so that a gathered value can be a column, a JSON field and a template variable. */
export const VARIABLE_NAME_PATTERN = '^[A-Za-z_][A-Za-z0-9_]*$'

/** Transfer destination: a number, an extension, a SIP address, or a template that becomes one of them. */
const DESTINATION_PATTERN = '^(sips?:\\S+|\\+?[0-9*#][0-9*#()./ -]*|.*\\{\\{.+\\}\\}.*)$'

const name = property({
  name: 'name',
  type: 'string',
  display_name: 'Name',
  description: 'How this step is called in the editor and in the timeline of a call.',
  max_length: NAME_LENGTH_MAX,
})

const prompt = property({
  name: 'prompt',
  type: 'mention_textarea',
  display_name: 'Prompt',
  description: 'The prompt of a language model at this step. May contain {{column}} and {{column | default}}.',
  max_length: PROMPT_LENGTH_MAX,
})

const say = property({
  name: 'say',
  type: 'mention_textarea',
  display_name: 'Say',
  description: 'Spoken word for word. May hold {{column}} and {{column | default}}.',
  placeholder: 'Hello {{first_name | there}}.',
  max_length: SAY_LENGTH_MAX,
})

const sayRecording = property({
  name: 'say_recording_id',
  type: 'recording_ref',
  display_name: 'Recording',
  description: 'A recording that is played in place of say. Its transcript is what the agent has said.',
})

const greeting = property({
  ...say,
  name: 'greeting',
  display_name: 'Greeting',
  description: 'The first words of the call, spoken word for word as soon as the call is answered.',
})

const allowInterrupt = property({
  name: 'allow_interrupt',
  type: 'boolean',
  display_name: 'May be interrupted',
  description: 'Whether the person may interrupt this step.',
  default: true,
})

const variableName = {
  type: 'string',
  required: true,
  pattern: VARIABLE_NAME_PATTERN,
  max_length: VARIABLE_NAME_LENGTH_MAX,
} as const

const collect = property({
  name: 'collect',
  type: 'fixed_collection',
  display_name: 'Collect',
  description: 'One value to ask for, by voice or by keys.',
  properties: [
    property({
      ...variableName,
      name: 'variable',
      display_name: 'Variable',
      description: 'Name of the variable that stores the value.',
    }),
    property({
      name: 'kind',
      type: 'options',
      display_name: 'Kind',
      description: 'The kind of value.',
      required: true,
      options: options(
        ['digits', 'Digits'],
        ['code', 'Code of letters and digits'],
        ['yes_no', 'Yes or no'],
        ['number', 'Number'],
        ['date', 'Date'],
        ['text', 'Free text'],
      ),
    }),
    property({
      name: 'max_length',
      type: 'number',
      display_name: 'Longest value',
      description: 'Digits or characters. For a longer number or code the question is repeated; free text is cut off.',
      min_value: 1,
      max_value: COLLECT_LENGTH_MAX,
    }),
    property({
      name: 'exact_length',
      type: 'number',
      display_name: 'Exact number of digits',
      description:
        'For digits and codes: the agent waits for this number, and repeats the question if there are more or fewer.',
      min_value: 1,
      max_value: DIGITS_LENGTH_DEFAULT_MAX,
    }),
    property({
      name: 'sensitive',
      type: 'boolean',
      display_name: 'Sensitive',
      description:
        'The value is used in the conversation and stored nowhere: masked in transcript, gathered values, webhooks and prompts of models; the recording is silent meanwhile.',
      default: false,
    }),
    property({
      name: 'read_back',
      type: 'boolean',
      display_name: 'Read back',
      description:
        'A spoken value is said back ("I have Tuesday, November 17. Is that right?") and counts only after a yes; "no, Wednesday" corrects it. For dates, codes, digits and numbers. Left out: dates and codes are read back, digits and numbers are not. Keys are not read back. Not together with sensitive.',
    }),
  ],
})

const sayAgain = property({
  ...say,
  name: 'say_again',
  display_name: 'Say again',
  description: 'Said when the question is repeated. Without it, the text is repeated from its last question on.',
  placeholder: null,
})

const sendKeys = property({
  name: 'send_keys',
  type: 'mention_textarea',
  display_name: 'Send keys',
  description:
    'Telephone keys sent as tones on reaching this step, before its words: 0-9, * and #, w for a pause of half a second. For menus: leave the start by an edge labelled ivr.',
  placeholder: '2ww{{extension}}#',
  pattern: '^([0-9*#wW, ]|\\{\\{[^{}]+\\}\\})*$',
  max_length: NAME_LENGTH_MAX,
})

const doNotCall = property({
  name: 'do_not_call',
  type: 'boolean',
  display_name: 'Never call this number again',
  description: 'A person who reaches this end is added to the do-not-call list immediately: "press 9 to be removed".',
  default: false,
})

const callBack = property({
  name: 'call_back',
  type: 'mention_textarea',
  display_name: 'Call back at',
  description:
    'A date and time, such as {{call_back_time}} of a step that collects a date. The contact’s next attempt is then, in their own time zone and inside every calling window.',
  placeholder: '{{call_back_time}}',
  max_length: NAME_LENGTH_MAX,
})

const extract = property({
  name: 'extract',
  type: 'fixed_collection',
  multiple: true,
  display_name: 'Extract',
  description: 'Values a language model takes from what was said at this step.',
  max_length: EXTRACT_MAX,
  properties: [
    property({
      ...variableName,
      name: 'name',
      display_name: 'Name',
      description: 'Name of the variable that stores the value.',
    }),
    property({
      name: 'type',
      type: 'options',
      display_name: 'Type',
      description: 'The type of the value.',
      default: 'string',
      options: options(['string', 'Text'], ['number', 'Number'], ['boolean', 'Yes or no']),
    }),
    property({
      name: 'prompt',
      type: 'string',
      display_name: 'Hint',
      description: 'Description of the value to find.',
      max_length: PROMPT_LENGTH_MAX,
    }),
  ],
})

const addGlobalPrompt = property({
  name: 'add_global_prompt',
  type: 'boolean',
  display_name: 'With the prompt for all steps',
  description: 'Whether the prompt for all steps is added to the prompt of this step.',
  default: true,
})

/** Fields of other clients of this API with the meaning of `extract`. */
const extraction = [
  property({
    name: 'extraction_enabled',
    type: 'boolean',
    display_name: 'Extract variables',
    description: 'Whether a language model takes the values listed below from what was said at this step.',
    default: false,
  }),
  property({
    name: 'extraction_prompt',
    type: 'mention_textarea',
    display_name: 'Extraction prompt',
    description: 'Instructions for a language model on how to find these values.',
    max_length: PROMPT_LENGTH_MAX,
  }),
  property({
    ...extract,
    name: 'extraction_variables',
    display_name: 'Variables to extract',
    description: 'Values that a language model takes from what was said at this step, if that is switched on above.',
  }),
]

const toolUuids = property({
  name: 'tool_uuids',
  type: 'tool_refs',
  display_name: 'Tools',
  description: 'Tools that a language model can call at this step. A script calls tools by http steps.',
  max_length: REFERENCES_MAX,
})

const documentUuids = property({
  name: 'document_uuids',
  type: 'document_refs',
  display_name: 'Documents',
  description: 'Documents that a language model looks things up in at this step. A script cannot use them.',
  max_length: REFERENCES_MAX,
})

const mcpToolFilters = property({
  name: 'mcp_tool_filters',
  type: 'json',
  display_name: 'Tools of MCP servers',
  description:
    'An object that names, by the uuid of an MCP server among the tools above, which of its tools may be used at this step. All if left out.',
})

const startFields = [
  property({
    name: 'greeting_type',
    type: 'options',
    display_name: 'Kind of greeting',
    description: 'Whether the greeting is spoken, or a recording is played in its place.',
    default: 'text',
    options: options(['text', 'Text, spoken'], ['audio', 'Recording']),
  }),
  property({
    name: 'greeting_recording_id',
    type: 'recording_ref',
    display_name: 'Recorded greeting',
    description: 'The recording that is played if the kind of greeting is Recording.',
  }),
  property({
    name: 'delayed_start',
    type: 'boolean',
    display_name: 'Begin a little later',
    description: 'Whether the agent stays silent for a moment after the answer.',
    default: false,
  }),
  property({
    name: 'delayed_start_duration',
    type: 'number',
    display_name: 'Silence before the greeting',
    description: 'How many seconds, if it begins a little later.',
    default: DELAYED_START_DEFAULT_SECONDS,
    min_value: 0,
    max_value: DELAYED_START_SECONDS_MAX,
  }),
  property({
    name: 'pre_call_fetch_mode',
    type: 'options',
    display_name: 'Fetch before the call',
    description:
      'Whether a service of yours is asked about the call before the agent speaks. Its answer fills variables; if it fails, defaults such as {{balance | unknown}} are used.',
    default: 'disabled',
    options: options(
      ['disabled', 'Off'],
      ['always', 'All calls'],
      ['inbound', 'Incoming calls'],
      ['outbound', 'Outgoing calls'],
    ),
  }),
  property({
    name: 'pre_call_fetch_url',
    type: 'url',
    display_name: 'Address of the fetch',
    description:
      'Gets a POST with the numbers of the call and answers {"dynamic_variables": {...}} within 2.5 seconds.',
    placeholder: 'https://example.com/who-calls',
    max_length: 2048,
  }),
  property({
    name: 'pre_call_fetch_credential_uuid',
    type: 'credential_ref',
    display_name: 'Credential of the fetch',
    description: 'The uuid of a credential. Only an admin key can set it together with an address.',
  }),
  property({
    name: 'pre_call_fetch_enabled',
    type: 'boolean',
    display_name: 'Fetch before the call (older clients)',
    description: 'The same as the mode always, if the mode is left out.',
    default: false,
  }),
]

export const NODE_TYPES = {
  startCall: {
    name: 'startCall',
    display_name: 'Start of the call',
    description: 'The start of every call, when a person or a machine answers.',
    category: 'call_node',
    icon: 'Play',
    version: SPEC_VERSION,
    properties: [
      name,
      greeting,
      prompt,
      say,
      sayRecording,
      sayAgain,
      allowInterrupt,
      collect,
      extract,
      addGlobalPrompt,
      ...extraction,
      toolUuids,
      documentUuids,
      mcpToolFilters,
      ...startFields,
    ],
    examples: [
      { name: 'Greeting', data: { name: 'Greeting', greeting: 'Hello {{first_name | there}}, is this a good time?' } },
    ],
    graph_constraints: { ...UNBOUND, max_incoming: 0, min_outgoing: 1, min_instances: 1, max_instances: 1 },
  },
  agentNode: {
    name: 'agentNode',
    display_name: 'Conversation step',
    description: 'Says something, listens, and continues by one of its edges.',
    category: 'call_node',
    icon: 'MessageSquare',
    version: SPEC_VERSION,
    properties: [
      name,
      prompt,
      say,
      sayRecording,
      sayAgain,
      sendKeys,
      allowInterrupt,
      collect,
      extract,
      addGlobalPrompt,
      ...extraction,
      toolUuids,
      documentUuids,
      mcpToolFilters,
    ],
    examples: [
      {
        name: 'Ask for a rating',
        data: {
          name: 'Rating',
          say: 'From one to five, how satisfied were you?',
          collect: { variable: 'rating', kind: 'digits', max_length: 1 },
        },
      },
      { name: 'Dialog freely', data: { name: 'Dialog', prompt: 'Find out when the person has time for a visit.' } },
    ],
    graph_constraints: { ...UNBOUND, min_incoming: 1, min_outgoing: 1 },
  },
  endCall: {
    name: 'endCall',
    display_name: 'End of the call',
    description: 'Says good-bye and hangs up.',
    category: 'call_node',
    icon: 'PhoneOff',
    version: SPEC_VERSION,
    properties: [
      name,
      prompt,
      say,
      sayRecording,
      sendKeys,
      allowInterrupt,
      doNotCall,
      callBack,
      extract,
      addGlobalPrompt,
      ...extraction,
    ],
    examples: [{ name: 'Good-bye', data: { name: 'Good-bye', say: 'Thank you. Good-bye.' } }],
    graph_constraints: { ...UNBOUND, min_incoming: 1, max_outgoing: 0 },
  },
  globalNode: {
    name: 'globalNode',
    display_name: 'For all steps',
    description: 'Its prompt is added to the prompts of all other steps that do not decline it.',
    category: 'global_node',
    icon: 'Globe',
    version: SPEC_VERSION,
    properties: [name, { ...prompt, required: true }],
    examples: [{ name: 'Manner', data: { name: 'Manner', prompt: 'Be brief and friendly. Never promise a refund.' } }],
    graph_constraints: { ...UNBOUND, max_incoming: 0, max_outgoing: 0, max_instances: 1 },
  },
  transfer: {
    name: 'transfer',
    display_name: 'Transfer',
    description:
      'Transfers the call to another number, where the person who answers first hears an announcement. If the transfer fails, the conversation continues by the edge that leaves here.',
    category: 'call_node',
    icon: 'PhoneForwarded',
    version: SPEC_VERSION,
    properties: [
      name,
      property({
        name: 'destination',
        type: 'mention_textarea',
        display_name: 'Destination',
        description: 'Telephone number, extension or SIP address; may be a template.',
        required: true,
        placeholder: '+15550100',
        pattern: DESTINATION_PATTERN,
        max_length: 255,
      }),
      say,
      sayRecording,
      prompt,
      property({
        name: 'announce',
        type: 'mention_textarea',
        display_name: 'Announcement',
        description:
          'Announcement to the person who takes over, before the calls are connected; may be a template. Empty: the gathered values and words.',
        placeholder: '{{first_name}} asks about order {{order_number}}.',
      }),
      property({
        name: 'keys',
        type: 'string',
        display_name: 'Keys',
        description:
          'Telephone keys sent as tones when the destination answers, before the announcement: 0-9, * and #, w for a pause of half a second. For a destination behind a menu; end with pauses as long as it needs to connect.',
        placeholder: 'w2w101wwww',
        pattern: '^[0-9*#wW, ]*$',
        max_length: 64,
      }),
      property({
        name: 'ring_seconds',
        type: 'number',
        display_name: 'Ring time in seconds',
        description:
          'How long the destination rings before the transfer fails. Empty: as long as the telephony configuration lets calls ring, which is also the longest.',
        min_value: 5,
        max_value: 75,
      }),
      property({
        name: 'from_anywhere',
        type: 'boolean',
        display_name: 'From any step',
        description:
          'A language model may put people through at every step if they insist on a human being. Off: only along edges that lead here.',
        default: false,
      }),
    ],
    examples: [
      { name: 'To the front desk', data: { name: 'Front desk', say: 'One moment please.', destination: '+15550100' } },
    ],
    graph_constraints: { ...UNBOUND, min_incoming: 1, max_outgoing: 1 },
  },
  http: {
    name: 'http',
    display_name: 'Call a tool',
    description:
      'Calls a tool and waits for its answer. Two edges leave here: one labelled failed for every failure, and one for success. Values of the answer become variables as the tool says.',
    category: 'call_node',
    icon: 'PlugZap',
    version: SPEC_VERSION,
    properties: [
      name,
      property({
        name: 'tool_uuid',
        type: 'string',
        display_name: 'Tool',
        description: 'The uuid of the tool.',
        required: true,
        max_length: NAME_LENGTH_MAX,
      }),
      property({
        ...say,
        description: 'Spoken while the person waits. Without it the message of the tool is spoken, if it has one.',
        placeholder: 'One moment, I am looking that up.',
      }),
      property({
        name: 'arguments',
        type: 'json',
        display_name: 'Arguments',
        description: 'An object with a value for each parameter of the tool; its texts may hold {{variable}}.',
      }),
    ],
    examples: [
      {
        name: 'Look up an order',
        data: {
          name: 'Look up the order',
          tool_uuid: '5d1f7c1e-3f6e-4f0e-9a52-6c2d8f1f6f10',
          say: 'One moment, I am looking that up.',
          arguments: { order_number: '{{order_number}}' },
        },
      },
    ],
    graph_constraints: { ...UNBOUND, min_incoming: 1, min_outgoing: 2, max_outgoing: 2 },
  },
  webhook: {
    name: 'webhook',
    display_name: 'Webhook',
    description:
      'Sent after every call, answered or not, with the gathered values. Retried until it is delivered, up to 24 hours. It has no edges.',
    category: 'integration',
    icon: 'Webhook',
    version: SPEC_VERSION,
    properties: [
      name,
      property({
        name: 'enabled',
        type: 'boolean',
        display_name: 'Enabled',
        description: 'Whether it is sent.',
        default: true,
      }),
      property({
        name: 'only_answered',
        type: 'boolean',
        display_name: 'Answered calls only',
        description: 'Whether unanswered calls are left out.',
        default: false,
      }),
      property({
        name: 'url',
        type: 'url',
        display_name: 'URL',
        description: 'Where it is sent.',
        required: true,
        placeholder: 'https://example.com/calls',
        max_length: 2048,
      }),
      property({
        name: 'method',
        type: 'options',
        display_name: 'Method',
        description: 'The HTTP method.',
        default: 'POST',
        options: options(['POST', 'POST'], ['PUT', 'PUT'], ['PATCH', 'PATCH']),
      }),
      property({
        name: 'headers',
        type: 'json',
        display_name: 'Headers',
        description: 'An object of additional request headers. Keys and tokens are stored encrypted and shown masked.',
      }),
      property({
        name: 'payload',
        type: 'json',
        display_name: 'Payload',
        description: 'JSON to send; its texts may hold {{variable}}. The whole call record if left out.',
      }),
    ],
    examples: [
      {
        name: 'Notify the CRM',
        data: {
          name: 'CRM',
          url: 'https://example.com/calls',
          payload: { contact: '{{contact_id}}', outcome: '{{outcome}}' },
        },
      },
    ],
    graph_constraints: { ...UNBOUND, max_incoming: 0, max_outgoing: 0 },
  },
  trigger: {
    name: 'trigger',
    display_name: 'API trigger',
    description:
      'Kept for workflows that come from elsewhere; has no effect here. Every workflow can be called through the public API.',
    category: 'trigger',
    icon: 'Webhook',
    version: SPEC_VERSION,
    properties: [
      name,
      property({
        name: 'enabled',
        type: 'boolean',
        display_name: 'Enabled',
        description: 'Kept; has no effect here.',
        default: true,
      }),
      property({
        name: 'trigger_path',
        type: 'string',
        display_name: 'Trigger path',
        description: 'Kept; has no effect here.',
        max_length: NAME_LENGTH_MAX,
      }),
    ],
    examples: [{ name: 'From elsewhere', data: { name: 'API trigger', enabled: true } }],
    graph_constraints: { ...UNBOUND, max_incoming: 0, max_outgoing: 0 },
  },
  qa: {
    name: 'qa',
    display_name: 'Quality review',
    description:
      'Kept for workflows that come from elsewhere; has no effect here. The questions to a model after each call are in `analysis` in the settings of the workflow.',
    category: 'integration',
    icon: 'ClipboardCheck',
    version: SPEC_VERSION,
    properties: [
      name,
      property({
        name: 'qa_enabled',
        type: 'boolean',
        display_name: 'Enabled',
        description: 'Kept; has no effect here.',
        default: true,
      }),
      property({
        name: 'qa_system_prompt',
        type: 'string',
        display_name: 'Prompt of the review',
        description: 'Kept; has no effect here.',
        max_length: PROMPT_LENGTH_MAX,
      }),
    ],
    examples: [{ name: 'From elsewhere', data: { name: 'Quality review', qa_enabled: true } }],
    graph_constraints: { ...UNBOUND, max_incoming: 0, max_outgoing: 0 },
  },
} as const satisfies Record<string, NodeTypeSpec>

export type NodeType = keyof typeof NODE_TYPES

export const NODE_TYPE_NAMES = Object.keys(NODE_TYPES) as NodeType[]

export function nodeTypeSpec(type: string): NodeTypeSpec | undefined {
  return Object.hasOwn(NODE_TYPES, type) ? NODE_TYPES[type as NodeType] : undefined
}
