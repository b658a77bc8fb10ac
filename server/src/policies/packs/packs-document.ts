/** Generates docs/calling-rule-packs.md: every pack with its rules, its sources and their date, and what it leaves out. */
import { builtInPacks, NOT_LEGAL_ADVICE } from './packs.ts'

const SOURCE_KINDS = {
  law: 'the law itself',
  authority: 'page of the authority',
  restated: 'restated by others',
  dialer: 'default of another dialer',
  general: 'general knowledge, to be verified',
} as const

const INTRODUCTION = `# Packs of calling rules

Made from the code by \`npm run generate\`; do not edit. ${NOT_LEGAL_ADVICE}

How packs are selected and combined: [calling-rules.md](calling-rules.md).
`

export function packsDocument(): string {
  const packs = builtInPacks()
    .values()
    .map((pack) => {
      const { purposes, parties } = pack.applies_to
      const { hours, caps } = pack.lifted_by
      const lifted = [
        ...(hours.length > 0 ? [`hours by ${hours.join(', ')}`] : []),
        ...(caps.length > 0 ? [`limits by ${caps.join(', ')}`] : []),
      ]
      return [
        `## \`${pack.id}\`\n`,
        `${pack.title}. Places: ${pack.places.join(', ')}. Purposes: ${purposes?.join(', ') ?? 'every'}. Called: ${parties?.join(', ') ?? 'everybody'}.\n`,
        `- Holds: ${pack.covers}`,
        ...pack.does_not_cover.map((text) => `- Does not cover: ${text}`),
        ...(pack.implies.length > 0 ? [`- Brings along: ${pack.implies.map((id) => `\`${id}\``).join(', ')}`] : []),
        ...(lifted.length > 0 ? [`- Lifted: ${lifted.join('; ')}`] : []),
        ...pack.sources.map(({ kind, text }) => `- Source (${SOURCE_KINDS[kind]}): ${text}`),
        `- Read on: ${pack.checked_on}`,
      ].join('\n')
    })
  return `${INTRODUCTION}\n${packs.join('\n\n')}\n`
}
