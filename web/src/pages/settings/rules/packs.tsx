import { useState } from 'react'
import { coversWords, notCoveredWords, packTitle, sourceWords } from '../../../api/error-words.ts'
import type { Pack } from '../../../api/policy.ts'
import { helpGroup } from '../../../components/help.ts'
import { Search } from '../../../ui/chip.tsx'
import { Section } from '../../../ui/section.tsx'
import { callingRuleWords } from '../../../words/calling-rules.ts'
import { ruleLines } from './policy-words.ts'

const { packs: w, kind: kindWords } = callingRuleWords

const FEW = 6

/** Rule packs of a country or state, each with its source and date. */
export function Packs({
  packs,
  chosen,
  onChange,
}: {
  packs: readonly Pack[]
  chosen: readonly string[]
  onChange(chosen: string[]): void
}) {
  const [text, setText] = useState('')
  const words = text.trim().toLowerCase()
  const found = packs.filter(({ title, places }) =>
    `${packTitle(title)} ${title} ${places.join(' ')}`.toLowerCase().includes(words),
  )
  // Selected packs stay on top; of the others only a few are shown until the user searches.
  const inForce = packs.filter(({ id }) => chosen.includes(id))
  const others = found.filter(({ id }) => !chosen.includes(id))
  const shown = [...inForce, ...(words === '' ? others.slice(0, FEW) : others)]
  return (
    <Section help={helpGroup('packs')} title={w.title} count={w.inForce(chosen.length, packs.length)} aside={w.aside}>
      <Search label={w.find} placeholder={w.findAmong(packs.length)} value={text} onChange={setText} />
      <ul className="sheet packs mt-3">
        {shown.map((pack) => (
          <li key={pack.id}>
            <input
              type="checkbox"
              id={`pack-${pack.id}`}
              checked={chosen.includes(pack.id)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, pack.id] : chosen.filter((id) => id !== pack.id))
              }
            />
            <div>
              <label htmlFor={`pack-${pack.id}`}>
                <b className="strong">{packTitle(pack.title)}</b>
              </label>
              <p className="soft">{coversWords(pack.covers)}</p>
              <details>
                <summary className="small">{w.readOn(pack.places.join(', ') || w.anywhere, pack.checked_on)}</summary>
                <PackDetail pack={pack} />
              </details>
            </div>
          </li>
        ))}
      </ul>
      {shown.length < inForce.length + others.length && (
        <p className="small mute mt-2">{w.more(packs.length - shown.length)}</p>
      )}
    </Section>
  )
}

function PackDetail({ pack }: { pack: Pack }) {
  const { purposes, parties } = pack.applies_to
  const holds = [
    purposes?.map((purpose) => kindWords.purposes[purpose]).join(', '),
    parties?.map((party) => kindWords.parties[party]).join(', '),
  ]
    .filter(Boolean)
    .join('; ')
  return (
    <div className="stack small soft gap-2 pt-2">
      {holds && <p>{w.onlyFor(holds)}</p>}
      <List title={w.holds} lines={ruleLines(pack.rules)} />
      <List title={w.doesNotCover} lines={pack.does_not_cover.map(notCoveredWords)} />
      <List
        title={w.sources}
        lines={pack.sources.map(({ text, kind }) => `${sourceWords(text)} (${w.sourceKinds[kind]})`)}
      />
    </div>
  )
}

function List({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <div>
      <b className="strong">{title}</b>
      <ul className="dots">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  )
}
