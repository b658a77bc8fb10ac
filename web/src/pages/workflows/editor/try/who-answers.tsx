import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { simulatedPeople } from '../../../../api/workflows.ts'
import type { Way } from './use-try.ts'
import { hasMicrophone } from './voice-line.ts'

const MYSELF = ''
const FIRST = 'agrees'

/** The user if there is a microphone, else a simulated person, until something else is chosen. */
export function useWhoAnswers() {
  const [who, setWho] = useState<string | null>(null)
  const [mute, setMute] = useState(false)
  useEffect(() => {
    void hasMicrophone().then((found) => setMute(!found))
  }, [])
  const person = who ?? (mute ? FIRST : MYSELF)
  const way: Way = person === MYSELF ? { by: 'microphone' } : { by: 'listening', person }
  return { way, person, setWho, mute }
}

export function WhoAnswers({ person, setWho, mute }: ReturnType<typeof useWhoAnswers>) {
  const people = useQuery(simulatedPeople()).data ?? []
  const chosen = people.find(({ name }) => name === person)
  return (
    <div className="f">
      <label htmlFor="try-who">Who answers</label>
      <select id="try-who" className="select" value={person} onChange={(event) => setWho(event.target.value)}>
        <option value={MYSELF}>{mute ? 'You (no microphone found)' : 'You, with your microphone'}</option>
        <optgroup label="People of the simulated carrier">
          {people.map(({ name, title }) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </optgroup>
      </select>
      <p className="help">
        {chosen
          ? `${chosen.description} You hear both; no call is placed.`
          : 'You speak and hear the agent as a caller would. Or choose one of ten people who do not exist.'}
      </p>
    </div>
  )
}
