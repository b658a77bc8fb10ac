/** The fields of an edge's `data` and of the definition's `settings`, in the format of the node catalogue. */
import {
  COMPUTED_MAX,
  CONDITION_LENGTH_MAX,
  EXAMPLES_MAX,
  KEYS_MAX,
  LANGUAGES_MAX,
  LONGEST_CALL_DEFAULT_SECONDS,
  LONGEST_CALL_SECONDS_MAX,
  NAME_LENGTH_MAX,
  PRONUNCIATIONS_MAX,
  SAY_LENGTH_MAX,
  VARIABLE_NAME_LENGTH_MAX,
} from './limits.ts'
import { options, type Property, property } from './properties.ts'

/** DTMF keys; the pattern of every entry of `keys`. */
export const KEYS_PATTERN = '^[0-9*#]+$'

export const EDGE_PROPERTIES: readonly Property[] = [
  property({
    name: 'label',
    type: 'string',
    display_name: 'Label',
    description:
      "The name of this exit. Reserved names are 'no_input' (silence), 'no_match' (nothing understood), 'voicemail' (an answering machine), 'screening' (a service that asks who is calling) and 'ivr' (a menu).",
    max_length: NAME_LENGTH_MAX,
  }),
  property({
    name: 'condition',
    type: 'string',
    display_name: 'Condition',
    description: 'When to go this way, in words, for a language model.',
    max_length: CONDITION_LENGTH_MAX,
  }),
  property({
    name: 'examples',
    type: 'multi_options',
    display_name: 'Example phrases',
    description: 'Phrases of people who mean this exit. The script brain compares words with these.',
    max_length: EXAMPLES_MAX,
  }),
  property({
    name: 'keys',
    type: 'multi_options',
    display_name: 'Keys',
    description: 'Telephone keys that choose this way, each entry one key or a sequence of 0-9, * and #.',
    max_length: KEYS_MAX,
    pattern: KEYS_PATTERN,
  }),
  property({
    name: 'confirm',
    type: 'mention_textarea',
    display_name: 'Ask before',
    description:
      'A question asked before this exit is taken by words, such as "You want to cancel, is that right?" A yes continues, anything else repeats the question. A key needs no confirmation.',
    max_length: SAY_LENGTH_MAX,
  }),
  property({
    name: 'consent',
    type: 'boolean',
    display_name: 'Consent',
    description:
      'The person agrees to something by this exit. It is taken only after a plain yes to "Ask before", also by key and by a language model. Question and answer are stored as audio with the call, even if calls are not recorded.',
    default: false,
  }),
  property({
    name: 'transition_speech',
    type: 'mention_textarea',
    display_name: 'Say on the way',
    description: 'Spoken word for word when this way is taken, before the words of the step it leads to.',
    max_length: SAY_LENGTH_MAX,
  }),
  property({
    name: 'transition_speech_type',
    type: 'options',
    display_name: 'Kind of words on the way',
    description: 'Whether these words are spoken, or a recording is played in their place.',
    default: 'text',
    options: options(['text', 'Text, spoken'], ['audio', 'Recording']),
  }),
  property({
    name: 'transition_speech_recording_id',
    type: 'recording_ref',
    display_name: 'Recording on the way',
    description: 'The recording that is played if the kind of words on the way is Recording.',
  }),
]

export const BRAINS = ['script', 'pipeline', 'realtime'] as const

/**
 * Options of the whole workflow are in a top-level `settings` object: clients that know only nodes and edges keep or drop it
 * without harm, and no node contains options of the whole workflow.
 */
export const SETTINGS_PROPERTIES: readonly Property[] = [
  property({
    name: 'recording',
    type: 'boolean',
    display_name: 'Record the call',
    description: 'Keep a stereo recording of each call. Check whether the law requires consent.',
    default: false,
  }),
  property({
    name: 'brain',
    type: 'options',
    display_name: 'Brain',
    description: "What leads the conversation; the organization's choice if left out.",
    options: options(['script', 'Script'], ['pipeline', 'Language model'], ['realtime', 'Speech to speech model']),
  }),
  property({
    name: 'model',
    type: 'string',
    display_name: 'Model',
    description: "The language model's name; the organization's choice if left out.",
    max_length: NAME_LENGTH_MAX,
  }),
  property({
    name: 'voice',
    type: 'string',
    display_name: 'Voice',
    description: "The voice that speaks; the organization's choice if left out.",
    max_length: NAME_LENGTH_MAX,
  }),
  property({
    name: 'language',
    type: 'string',
    display_name: 'Language',
    description: 'Language of the conversation as a BCP 47 tag, such as en or pt-BR.',
    pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$',
    max_length: 35,
  }),
  property({
    name: 'languages',
    type: 'fixed_collection',
    display_name: 'Other languages',
    description:
      'Languages in which people are called whose list has a column `language` with them; all others are called in the language of the workflow.',
    multiple: true,
    max_length: LANGUAGES_MAX,
    properties: [
      property({
        name: 'language',
        type: 'string',
        display_name: 'Language',
        description: 'A tag such as es or pt-BR.',
        required: true,
        max_length: 35,
      }),
      property({
        name: 'voice',
        type: 'string',
        display_name: 'Voice',
        description: "Left out: the organization's voice for the language.",
        max_length: NAME_LENGTH_MAX,
      }),
      property({
        name: 'texts',
        type: 'json',
        display_name: 'Texts',
        description:
          'An object: each spoken text and example phrase of the workflow as a key, and the same in this language as its value. Prompts and conditions may be among them.',
        required: true,
      }),
    ],
  }),
  property({
    name: 'patience_seconds',
    type: 'number',
    display_name: 'Patience',
    description: 'Seconds of silence before the question is repeated.',
    default: 6,
    min_value: 1,
    max_value: 60,
  }),
  property({
    name: 'longest_call_seconds',
    type: 'number',
    display_name: 'Longest call',
    description: 'A conversation that lasts longer is ended politely.',
    default: LONGEST_CALL_DEFAULT_SECONDS,
    min_value: 30,
    max_value: LONGEST_CALL_SECONDS_MAX,
  }),
  property({
    name: 'interruption',
    type: 'options',
    display_name: 'Interruption',
    description: 'How people can interrupt the agent; a step that may not be interrupted is said to its end.',
    default: 'words',
    options: options(
      ['words', 'By words'],
      ['milliseconds', 'By any voice, after the time set below'],
      ['off', 'Never'],
    ),
  }),
  property({
    name: 'interrupt_after_ms',
    type: 'number',
    display_name: 'Interrupted after',
    description:
      'With interruption milliseconds: speech of this length interrupts the agent, whatever is said. With words the agent pauses after 380 ms, and the words decide.',
    default: 500,
    min_value: 100,
    max_value: 3000,
  }),
  property({
    name: 'recording_consent',
    type: 'mention_textarea',
    display_name: 'Recording notice',
    description: 'Said whole before the greeting of every call that is recorded.',
    placeholder: 'This call is recorded.',
    max_length: SAY_LENGTH_MAX,
  }),
  property({
    name: 'computed',
    type: 'fixed_collection',
    multiple: true,
    display_name: 'Computed values',
    description: 'Values computed from columns and gathered values, in this order; used like columns.',
    max_length: COMPUTED_MAX,
    properties: [
      property({
        name: 'name',
        type: 'string',
        display_name: 'Name',
        description: 'How it is used: {{name}}.',
        required: true,
        pattern: '^[A-Za-z_][A-Za-z0-9_]*$',
        max_length: VARIABLE_NAME_LENGTH_MAX,
      }),
      property({
        name: 'value',
        type: 'mention_textarea',
        display_name: 'Value',
        description: 'A template. For a number: an expression with + - * / and parentheses.',
        required: true,
        placeholder: '{{price}} * {{count}}',
        max_length: CONDITION_LENGTH_MAX,
      }),
      property({
        name: 'type',
        type: 'options',
        display_name: 'Type',
        description: 'A text, or a number that is computed.',
        default: 'text',
        options: options(['text', 'Text'], ['number', 'Number']),
      }),
    ],
  }),
  property({
    name: 'analysis',
    type: 'fixed_collection',
    display_name: 'After the call',
    description: 'Questions to a language model about each conversation after its end.',
    properties: [
      property({
        name: 'summary',
        type: 'boolean',
        display_name: 'Summary',
        description: 'The conversation in two or three sentences.',
        default: false,
      }),
      property({
        name: 'success_criteria',
        type: 'string',
        display_name: 'Success if',
        description: 'When the call counts as a success, in words.',
        placeholder: 'The person agreed to a date for the visit.',
        max_length: CONDITION_LENGTH_MAX,
      }),
      property({
        name: 'sentiment',
        type: 'boolean',
        display_name: 'Sentiment',
        description: 'How the person felt about the call: positive, neutral or negative.',
        default: false,
      }),
    ],
  }),
  property({
    name: 'detect_language',
    type: 'boolean',
    display_name: 'Notice the language',
    description:
      'A person who answers in another language of this workflow is asked again in that language, once in a call. Needs Deepgram, ElevenLabs or OpenAI as the recognizer; it then listens in several languages, which may cost more.',
    default: false,
  }),
  property({
    name: 'end_of_turn_ms',
    type: 'number',
    display_name: 'End of turn',
    description:
      'Milliseconds of silence that end a turn of the person. If left out, it depends on the question: short for yes or no, longer for digits and free text. Unambiguous words end the turn sooner.',
    min_value: 300,
    max_value: 5000,
  }),
  property({
    name: 'pronunciations',
    type: 'fixed_collection',
    display_name: 'Pronunciations',
    description: 'Words and how they are to be said, such as "Nguyen" as "win". Whole words, whatever their case.',
    multiple: true,
    max_length: PRONUNCIATIONS_MAX,
    properties: [
      property({
        name: 'word',
        type: 'string',
        display_name: 'Word',
        description: 'As it is written.',
        required: true,
        max_length: NAME_LENGTH_MAX,
      }),
      property({
        name: 'say',
        type: 'string',
        display_name: 'Say',
        description: 'As it sounds, in the spelling of the language.',
        required: true,
        max_length: NAME_LENGTH_MAX,
      }),
    ],
  }),
]
