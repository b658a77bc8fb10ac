import { readdirSync, readFileSync } from 'node:fs'
import { parseAst, transformWithEsbuild } from 'vite'
import { describe, expect, test } from 'vitest'
import { CATALOGUES, pluralIn, type Words } from './catalogue.ts'
import { chosenLanguage } from './language.ts'

/** Files whose texts are in a catalogue. A page is done when all its files are here. */
const TRANSLATED = [
  'components/account-menu.tsx',
  'components/campaign-button.tsx',
  'components/column-table.tsx',
  'components/heat-map.tsx',
  'components/outcome-columns.tsx',
  'components/switchboard.tsx',
  'components/time-zone-prompt.tsx',
  'pages/overview/first-steps.tsx',
  'pages/overview/needs-attention.tsx',
  'pages/overview/upcoming-events.tsx',
  'pages/overview/current-activity.tsx',
  'pages/overview/overview-page.tsx',
  'pages/overview/running-campaign.tsx',
  'pages/overview/today.tsx',
  'components/connection-state.tsx',
  'components/app-frame.tsx',
  'components/key-help.tsx',
  'components/live-call-meter.tsx',
  'components/navigation.tsx',
  'components/page.tsx',
  'components/palette.tsx',
  'components/palette-field.tsx',
  'components/simulated.tsx',
  'components/state-pill.tsx',
  'components/live-table.tsx',
  'components/number-link.tsx',
  'pages/calls/call-actions.tsx',
  'pages/calls/call-side-panel.tsx',
  'pages/calls/call-page.tsx',
  'pages/calls/call-story.ts',
  'pages/calls/calls-page.tsx',
  'pages/calls/player.tsx',
  'pages/calls/transcript.tsx',
  'pages/campaign/analysis-tab.tsx',
  'pages/campaign/contact-state.tsx',
  'pages/campaign/contacts-tab.tsx',
  'pages/campaign/results.tsx',
  'pages/campaign/since-start.tsx',
  'pages/settings/settings-page.tsx',
  'pages/calls/live-section.tsx',
  'components/open-duties.tsx',
  'components/redial-dialog.tsx',
  'components/resume-question.tsx',
  'components/wait-facts.tsx',
  'pages/campaign/campaign-facts.tsx',
  'pages/campaign/campaign-page.tsx',
  'pages/campaign/header-actions.tsx',
  'pages/campaign/live-calls.tsx',
  'pages/campaign/now-tab.tsx',
  'pages/campaign/progress-head.tsx',
  'pages/campaign/start-dialog.tsx',
  'pages/campaigns/campaign-row.tsx',
  'pages/campaigns/campaigns-page.tsx',
  'pages/do-not-call/add-number.tsx',
  'pages/do-not-call/candidates.tsx',
  'pages/do-not-call/do-not-call-page.tsx',
  'pages/do-not-call/import-file.tsx',
  'pages/do-not-call/ranges.tsx',
  'pages/do-not-call/remove-number.tsx',
  'pages/do-not-call/verdict.tsx',
  'pages/more/more-page.tsx',
  'forms/duration-input.tsx',
  'forms/hours-fields.tsx',
  'forms/leave-guard.tsx',
  'forms/pace-fields.tsx',
  'forms/save-bar.tsx',
  'forms/week-grid.tsx',
  'components/log-lines.tsx',
  'pages/campaign/add-from-file.tsx',
  'pages/campaign/add-one.tsx',
  'pages/campaign/add-people.tsx',
  'pages/campaign/enrol-confirmation.tsx',
  'pages/campaign/log-tab.tsx',
  'pages/campaign/setup-tab.tsx',
  'pages/campaign/waits-and-pace.tsx',
  'pages/new-campaign/check-section.tsx',
  'pages/new-campaign/choice-list.tsx',
  'pages/new-campaign/country-select.tsx',
  'pages/new-campaign/drop-anywhere.tsx',
  'pages/new-campaign/forecast-view.tsx',
  'pages/new-campaign/line-section.tsx',
  'pages/new-campaign/list-preview.tsx',
  'pages/new-campaign/missing-variables.tsx',
  'pages/new-campaign/new-campaign-page.tsx',
  'pages/new-campaign/rejected-rows.tsx',
  'pages/new-campaign/steps.tsx',
  'pages/new-campaign/summary.tsx',
  'pages/new-campaign/unreadable-file.tsx',
  'pages/new-campaign/workflow-section.tsx',
  'pages/new-campaign/contacts-section.tsx',
  'pages/number/consent-dialogs.tsx',
  'pages/number/number-page.tsx',
  'pages/settings/appearance.tsx',
  'pages/settings/contact-lists.tsx',
  'pages/settings/list-evidence.tsx',
  'pages/settings/import-registry.tsx',
  'pages/settings/registries.tsx',
  'pages/sign-in/other-sign-in-methods.tsx',
  'pages/sign-in/sign-in-page.tsx',
  'pages/settings/speech-services.tsx',
  'pages/settings/chat-endpoints.tsx',
  'pages/settings/headers-field.tsx',
  'pages/settings/model-prices.tsx',
  'pages/settings/installable.tsx',
  'pages/settings/voices.tsx',
  'pages/telephony/add-carrier.tsx',
  'pages/telephony/add-number.tsx',
  'pages/telephony/carrier-form.tsx',
  'pages/telephony/carrier-list.tsx',
  'pages/telephony/carrier-menu.tsx',
  'pages/telephony/edit-prices.tsx',
  'pages/telephony/last-check.tsx',
  'pages/telephony/number-limits.tsx',
  'pages/telephony/number-menu.tsx',
  'pages/telephony/numbers.tsx',
  'pages/telephony/price-table.tsx',
  'pages/telephony/telephony-page.tsx',
  'pages/workflows/editor/definition.ts',
  'pages/workflows/editor/editor-actions.tsx',
  'pages/workflows/editor/exit-list.tsx',
  'pages/workflows/editor/graph.tsx',
  'pages/workflows/editor/inspector.tsx',
  'pages/workflows/editor/newer-version.tsx',
  'pages/workflows/editor/outline.tsx',
  'pages/workflows/editor/problems.tsx',
  'pages/workflows/editor/property-field.tsx',
  'pages/workflows/editor/reference-input.tsx',
  'pages/workflows/editor/settings-form.tsx',
  'pages/workflows/editor/step-node.tsx',
  'pages/workflows/editor/unexpected-phrases.tsx',
  'pages/workflows/editor/versions-panel.tsx',
  'pages/workflows/new-workflow.tsx',
  'pages/workflows/workflow-menu.tsx',
  'pages/workflows/workflow-page.tsx',
  'pages/workflows/workflows-page.tsx',
  'pages/workflows/editor/check/check-panel.tsx',
  'pages/workflows/editor/check/evaluate.tsx',
  'pages/workflows/editor/check/evaluation-results.tsx',
  'pages/workflows/editor/check/people-fields.tsx',
  'pages/workflows/editor/check/replay-calls.tsx',
  'components/campaign-requests.ts',
  'components/finish-dialog.tsx',
  'components/not-found.tsx',
  'components/outcome-bar.tsx',
  'components/page-fault.tsx',
  'components/used-by.tsx',
  'components/work-progress.tsx',
  'forms/metadata-fields.tsx',
  'pages/calls/live-actions.tsx',
  'pages/calls/waveform.tsx',
  'pages/campaign/calls-tab.tsx',
  'pages/campaign/check-and-start.tsx',
  'pages/campaign/contact-drawer.tsx',
  'pages/campaign/contact-verdict.ts',
  'pages/campaign/rehearsal-facts.tsx',
  'pages/campaign/rule-list.tsx',
  'pages/campaign/spend-limit.tsx',
  'ui/alarm.tsx',
  'ui/chip.tsx',
  'ui/copy-button.tsx',
  'ui/drawer.tsx',
  'ui/toast.tsx',
  'ui/fault-words.tsx',
  'ui/states.tsx',
  'components/answer-rate.tsx',
  'pages/workflows/editor/try/who-answers.tsx',
  'pages/workflows/editor/try/try-panel.tsx',
  'pages/workflows/editor/try/try-phone.tsx',
  'pages/workflows/editor/try/try-here.tsx',
  'pages/workflows/editor/try/hear-agent.tsx',
  'pages/workflows/editor/variable-textarea.tsx',
  'pages/sign-in/invitation-page.tsx',
  'pages/settings/audit.tsx',
  'pages/settings/first-request.tsx',
  'pages/settings/organization.tsx',
  'pages/settings/new-invitation.tsx',
  'pages/settings/people.tsx',
  'pages/settings/new-key.tsx',
  'pages/settings/usage.tsx',
  'pages/settings/sessions.tsx',
  'pages/settings/api-keys.tsx',
  'pages/settings/model.tsx',
  'pages/settings/model-test.tsx',
  'pages/settings/abandonment.tsx',
  'pages/settings/webhooks/deliveries.tsx',
  'pages/settings/webhooks/one-webhook.tsx',
  'pages/settings/webhooks/webhook-form.tsx',
  'pages/settings/webhooks/webhooks.tsx',
  'pages/settings/retention/erasures.tsx',
  'pages/settings/retention/retention.tsx',
  'pages/settings/costs/costs.tsx',
  'pages/settings/costs/day-limit.tsx',
]

/** Not words: names of products, keys of the keyboard, addresses, dashes. */
const NAMES = new Set([
  'Outdial',
  'ctrl Z',
  'ctrl shift Z',
  'outdial models add',
  'UTC',
  'ms',
  'https://',
  'enter',
  'ctrl',
  'CSV',
  '+44 7700 900142',
])
/** Attributes whose text a person reads. */
const READ = /^(title|label|aria-label|placeholder|help|note|what|verb|safe|text|alt|count|aside|beside)$/

const source = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')

interface Node {
  type: string
  [field: string]: unknown
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
const childrenOf = (node: Node): Node[] =>
  Object.values(node).flatMap((value) => (Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : []))
const nameOf = (node: unknown): string => {
  const { name, value } = node as { name?: unknown; value?: unknown }
  return String(name ?? value ?? '')
}

async function literalsOf(text: string): Promise<string[]> {
  const found: string[] = []
  const report = (words: unknown) => {
    const trimmed = String(words).trim()
    if (/\p{L}{2,}/u.test(trimmed) && !NAMES.has(trimmed)) found.push(trimmed)
  }
  /** Inside braces: only what the expression can become counts, not what it compares or calls. */
  const inside = (node: Node): void => {
    switch (node.type) {
      case 'Literal':
        return typeof node.value === 'string' ? report(node.value) : undefined
      case 'TemplateLiteral':
        for (const quasi of node.quasis as Node[]) report((quasi.value as { cooked: string }).cooked)
        return (node.expressions as Node[]).forEach(inside)
      case 'ConditionalExpression':
        inside(node.consequent as Node)
        return inside(node.alternate as Node)
      case 'LogicalExpression':
        if (node.operator !== '&&') inside(node.left as Node)
        return inside(node.right as Node)
      case 'ArrayExpression':
      case 'ParenthesizedExpression':
        return childrenOf(node).forEach(inside)
      default:
        return visit(node)
    }
  }
  const visit = (node: Node): void => {
    if (node.type === 'JSXText') return report(node.value)
    if (node.type === 'JSXAttribute') {
      if (!isNode(node.value)) return
      const value = node.value.type === 'JSXExpressionContainer' ? (node.value.expression as Node) : node.value
      return READ.test(nameOf(node.name)) ? inside(value) : visit(value)
    }
    if (node.type === 'JSXExpressionContainer') return inside(node.expression as Node)
    if (node.type === 'CallExpression' && /^(toast|setFault)$/.test(nameOf(node.callee)))
      return (node.arguments as Node[]).forEach(inside)
    if (node.type === 'Property' && /^(label|title|text|detail)$/.test(nameOf(node.key)))
      return inside(node.value as Node)
    childrenOf(node).forEach(visit)
  }
  const { code } = await transformWithEsbuild(text, 'page.tsx', { loader: 'tsx', jsx: 'preserve' })
  visit(parseAst(code, { jsx: true }) as unknown as Node)
  return found
}

describe('catalogues', () => {
  const modules = readdirSync(new URL('.', import.meta.url)).filter((name) => /^[a-z-]+\.ts$/.test(name))

  test('have every key in both languages, and no empty text', async () => {
    for (const name of modules) await import(/* @vite-ignore */ `./${name}`)
    expect(CATALOGUES.length).toBe(modules.length - 2)
    const shapeOf = (words: Words, at = ''): string[] =>
      Object.entries(words).flatMap(([key, entry]) => {
        const path = `${at}${key}`
        if (typeof entry === 'function') return [`${path}(${entry.length})`]
        if (typeof entry === 'object') return shapeOf(entry, `${path}.`)
        expect([path, entry.trim() !== '']).toEqual([path, true])
        return [path]
      })
    for (const { en, de } of CATALOGUES) expect(shapeOf(de).sort()).toEqual(shapeOf(en).sort())
  })

  test.each(TRANSLATED)('%s has no text of its own', async (file) => {
    expect(await literalsOf(source(file))).toEqual([])
  })

  test('texts that are not in a catalogue are found wherever they are', async () => {
    const page = `
      const choices = [{ key: 'a', label: 'All of them' }]
      const Page = () => (
        <Page title="Campaigns" className="not words" beside={\`\${n} running\`}>
          {text ? 'None fits' : null}
          {isOn && 'Live now'}
          Words
          <Button onClick={() => toast('It is saved.')}>{w.save}</Button>
        </Page>
      )`
    expect(await literalsOf(page)).toEqual([
      'All of them',
      'Campaigns',
      'running',
      'None fits',
      'Live now',
      'Words',
      'It is saved.',
    ])
  })
})

test.each([
  [null, ['de-AT', 'en'], 'de'],
  [null, ['fr-FR', 'en-US', 'de'], 'en'],
  [null, ['fr'], 'en'],
  ['de', ['en'], 'de'],
  ['browser', ['de'], 'de'],
  ['klingon', ['en'], 'en'],
] as const)('stored %s, browser %j: %s', (stored, wanted, expected) => {
  expect(chosenLanguage(stored, wanted)).toBe(expected)
})

test('one is one and the rest are many, with the figures of the language', () => {
  expect(pluralIn('de')(1, 'Anruf', 'Anrufe')).toBe('1 Anruf')
  expect(pluralIn('de')(1234, 'Anruf', 'Anrufe')).toBe('1.234 Anrufe')
  expect(pluralIn('en')(0, 'call', 'calls')).toBe('0 calls')
})
