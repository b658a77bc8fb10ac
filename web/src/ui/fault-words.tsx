import { explanationOf, sentenceOf } from '../api/error-words.ts'
import { shared } from '../words/shared.ts'

/** The error message, with a link to its documentation. */
export function FaultWords({ error }: { error: unknown }) {
  const address = explanationOf(error)
  return (
    <>
      {sentenceOf(error)}
      {address && (
        <>
          {' '}
          <a className="link nowrap" href={address} target="_blank" rel="noreferrer">
            {shared.explanation}
          </a>
        </>
      )}
    </>
  )
}
