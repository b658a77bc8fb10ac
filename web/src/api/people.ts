import type { Schemas } from '@outdial/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from './session.ts'

export type User = Schemas['User']
export type UserRole = User['role']
export type Invitation = Schemas['Invitation']

export const userList = () =>
  queryOptions({
    queryKey: ['users'],
    queryFn: async ({ signal }) => (await api().GET('/api/v1/users', { signal })).data!.users,
  })

export const invitationList = () =>
  queryOptions({
    queryKey: ['invitations'],
    queryFn: async ({ signal }) => (await api().GET('/api/v1/invitations', { signal })).data!.invitations,
  })
