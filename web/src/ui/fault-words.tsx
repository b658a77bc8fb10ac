import { explanationOf, sentenceOf } from '../api/error-words.ts'
import { shared } from '../words/shared.ts'

/** What went wrong, and where the documentation explains it. */
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
