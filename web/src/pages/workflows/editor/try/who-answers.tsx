import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { simulatedPeople } from '../../../../api/workflows.ts'
import { tryWords as w } from '../../../../words/try.ts'
import type { TrialMode } from './use-trial.ts'
import { hasMicrophone } from './voice-line.ts'

const MYSELF = ''
const FIRST = 'agrees'

/** Who answers: the user if there is a microphone, else a simulated person, until the user chooses. */
export function useWhoAnswers() {
  const [who, setWho] = useState<string | null>(null)
  const [mute, setMute] = useState(false)
  useEffect(() => {
    void hasMicrophone().then((found) => setMute(!found))
  }, [])
  const person = who ?? (mute ? FIRST : MYSELF)
  const way: TrialMode = person === MYSELF ? { by: 'microphone' } : { by: 'listening', person }
  return { way, person, setWho, mute }
}

export function WhoAnswers({ person, setWho, mute }: ReturnType<typeof useWhoAnswers>) {
  const people = useQuery(simulatedPeople()).data ?? []
  const chosen = people.find(({ name }) => name === person)
  return (
    <div className="f">
      <label htmlFor="try-who">{w.whoAnswers}</label>
      <select id="try-who" className="select" value={person} onChange={(event) => setWho(event.target.value)}>
        <option value={MYSELF}>{mute ? w.noMicrophone : w.yourself}</option>
        <optgroup label={w.simulated}>
          {people.map(({ name, title }) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </optgroup>
      </select>
      <p className="help">{chosen ? w.hearBoth(chosen.description) : w.speakYourself}</p>
    </div>
  )
}
