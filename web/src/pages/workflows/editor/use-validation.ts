import type { Schemas } from '@outdial/sdk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { serverSentence } from '../../../api/error-words.ts'
import { api } from '../../../api/session.ts'
import type { Definition } from './definition.ts'

const PAUSE_MS = 300

export type Validation = Schemas['WorkflowValidation']
export type Problem = Validation['errors'][number]

const inWords = (problem: Problem): Problem => ({ ...problem, message: serverSentence(problem.message) })

/** Validates the definition on the server after the user has stopped typing. */
export function useValidation(definition: Definition): { result: Validation | undefined; stale: boolean } {
  const [asked, setAsked] = useState(definition)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(definition), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [definition])
  const { data, isFetching } = useQuery({
    queryKey: ['workflow-validation', asked],
    queryFn: async ({ signal }) => {
      const body = { workflow_definition: asked as never }
      const { data: found } = await api().POST('/api/v1/workflow/validate', { body, signal })
      return { ...found!, errors: found!.errors.map(inWords), warnings: found!.warnings.map(inWords) }
    },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  })
  return { result: data, stale: isFetching || asked !== definition }
}
