import { expect, test } from 'vitest'
import { auditSubject } from './audit-subject.ts'

const entry = (operation: string, subject: string, before: object | null = null, after: object | null = null) =>
  auditSubject({ operation, subject, before: before as never, after: after as never })

test('a new campaign is named, and leads to its page', () => {
  const made = { id: 12, name: 'Week 48' }
  expect(entry('createCampaign', '/api/v1/campaign/create', null, made)).toEqual({
    name: 'Week 48',
    address: '/campaign/create',
    page: '/campaigns/12',
  })
})

test('a change below a campaign has the name of the campaign', () => {
  const campaign = { id: 12, name: 'Week 48' }
  expect(entry('addContacts', '/api/v1/campaign/12/contacts', campaign, { added: 3 })).toMatchObject({
    name: 'Week 48',
    page: '/campaigns/12',
  })
})

test('a renamed resource has its present name', () => {
  const renamed = entry('updateWorkflow', '/api/v1/workflow/3', { name: 'Old' }, { name: 'New' })
  expect(renamed).toMatchObject({ name: 'New', page: '/workflows/3' })
})

test('a number of a carrier leads to the carrier; another path that only begins alike leads nowhere', () => {
  const number = '/api/v1/organizations/telephony-configs/5/phone-numbers/7'
  expect(entry('updatePhoneNumber', number).page).toBe('/telephony/5')
  expect(entry('pauseAllCampaigns', '/api/v1/campaign/pause-all', null, { paused: [] }).page).toBeNull()
  expect(entry('uploadRecording', '/api/v1/workflow-recordings/4').page).toBeNull()
})

test('what was deleted keeps its name and has no page', () => {
  const deleted = entry('deleteCampaign', '/api/v1/campaign/12', { id: 12, name: 'Week 48' })
  expect(deleted).toMatchObject({ name: 'Week 48', page: null })
})

test('without a name the address is shown', () => {
  expect(entry('updateRetention', '/api/v1/organization/retention', { calls_days: 3 }, { calls_days: 4 })).toEqual({
    name: null,
    address: '/organization/retention',
    page: null,
  })
})
