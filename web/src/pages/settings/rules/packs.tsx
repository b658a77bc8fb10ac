import { useState } from 'react'
import type { Pack } from '../../../api/policy.ts'
import { helpGroup } from '../../../components/help.ts'
import { Search } from '../../../ui/chip.tsx'
import { Section } from '../../../ui/section.tsx'
import { ruleLines } from './policy-words.ts'

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
  const found = packs.filter(({ title, places }) => `${title} ${places.join(' ')}`.toLowerCase().includes(words))
  // Selected packs stay on top; of the others only a few are shown until the user searches.
  const inForce = packs.filter(({ id }) => chosen.includes(id))
  const others = found.filter(({ id }) => !chosen.includes(id))
  const shown = [...inForce, ...(words === '' ? others.slice(0, FEW) : others)]
  return (
    <Section
      help={helpGroup('packs')}
      title="Packs"
      count={`${chosen.length} of ${packs.length} in force`}
      aside="rules of a place, with their sources"
    >
      <Search
        label="Find a place or a law"
        placeholder={`Find a place among ${packs.length}`}
        value={text}
        onChange={setText}
      />
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
                <b className="strong">{pack.title}</b>
              </label>
              <p className="soft">{pack.covers}</p>
              <details>
                <summary className="small">
                  {pack.places.join(', ') || 'anywhere'}, read on {pack.checked_on}: sources, and what it does not cover
                </summary>
                <PackDetail pack={pack} />
              </details>
            </div>
          </li>
        ))}
      </ul>
      {shown.length < inForce.length + others.length && (
        <p className="small mute mt-2">{packs.length - shown.length} more: write the name of a country or state.</p>
      )}
    </Section>
  )
}

function PackDetail({ pack }: { pack: Pack }) {
  const { purposes, parties } = pack.applies_to
  const holds = [purposes?.join(', '), parties?.join(', ')].filter(Boolean).join('; ')
  return (
    <div className="stack small soft gap-2 pt-2">
      {holds && <p>Only for calls of this kind: {holds}.</p>}
      <List title="It holds" lines={ruleLines(pack.rules)} />
      <List title="It does not cover" lines={pack.does_not_cover} />
      <List title="Sources" lines={pack.sources.map(({ text, kind }) => `${text} (${kind})`)} />
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
