/** The form of an experiment, and its request. */
import type { Campaign } from '../../api/campaigns.ts'
import type { saveExperiment } from '../../components/campaign-setup-requests.ts'
import { experimentWords as w } from '../../words/experiment.ts'

export const ARMS_MIN = 2
export const ARMS_MAX = 5

export interface ArmRow {
  key: string
  name: string
  share: string
  version: number | null
  numberId: number | null
  /** Empty: the workflow's. */
  voice: string
  /** Hours of the day, `HH:MM`; empty: at any time that the campaign allows. */
  from: string
  to: string
  isNotCalled: boolean
}

export interface ExperimentForm {
  name: string
  arms: ArmRow[]
  goal: 'answered' | 'result'
  /** Separated by commas. */
  results: string
}

type Body = Parameters<typeof saveExperiment>[1]

const LETTERS = ['A', 'B', 'C', 'D', 'E']

/** No setting of its own. */
export const AS_THE_CAMPAIGN = { version: null, numberId: null, voice: '', from: '', to: '' }

/** An arm with the first letter that no other arm has. */
export function newArm(others: readonly ArmRow[]): ArmRow {
  const letter = LETTERS.find((one) => !others.some(({ key }) => key === one)) ?? 'A'
  return { key: letter, name: w.armDefault(letter), share: '1', ...AS_THE_CAMPAIGN, isNotCalled: false }
}

export function formOfCampaign({ experiment }: Pick<Campaign, 'experiment'>): ExperimentForm {
  if (!experiment) {
    const first = newArm([])
    return { name: '', arms: [first, newArm([first])], goal: 'answered', results: '' }
  }
  const { name, arms, goal } = experiment
  return {
    name,
    arms: arms.map((arm, index) => ({
      key: LETTERS[index] as string,
      name: arm.name,
      share: String(arm.share),
      version: arm.workflow_version_number,
      numberId: arm.phone_number_id,
      voice: arm.voice ?? '',
      from: arm.hours?.start_time ?? '',
      to: arm.hours?.end_time ?? '',
      isNotCalled: arm.not_called,
    })),
    goal: goal.dispositions.length > 0 ? 'result' : 'answered',
    results: goal.dispositions.join(', '),
  }
}

const resultsOf = ({ results }: ExperimentForm): string[] =>
  results
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')

export function isComplete(form: ExperimentForm): boolean {
  const names = form.arms.map(({ name }) => name.trim())
  return (
    form.name.trim() !== '' &&
    names.every((name) => name !== '') &&
    new Set(names).size === names.length &&
    form.arms.every(({ share, from, to }) => Number(share) >= 1 && (from === '') === (to === '')) &&
    (form.goal === 'answered' || resultsOf(form).length > 0)
  )
}

export function bodyOfForm(form: ExperimentForm): Body {
  return {
    name: form.name.trim(),
    arms: form.arms.map(({ name, share, version, numberId, voice, from, to, isNotCalled }) => ({
      name: name.trim(),
      share: Number(share),
      ...(version === null ? {} : { workflow_version_number: version }),
      ...(numberId === null ? {} : { phone_number_id: numberId }),
      ...(voice.trim() === '' ? {} : { voice: voice.trim() }),
      ...(from === '' ? {} : { hours: { start_time: from, end_time: to } }),
      ...(isNotCalled ? { not_called: true } : {}),
    })),
    goal: form.goal === 'answered' ? { outcomes: ['answered'] } : { dispositions: resultsOf(form) },
  }
}
