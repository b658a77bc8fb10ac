/** A workflow is changed in its drawing: the server judges at once, undo goes back, saving makes a version. */
import { expect, test } from 'vitest'
import { makeCampaign, openConsole, people, SAMPLE } from './console.ts'

const program = openConsole()

async function workflow(id: number) {
  const { data } = await program.client.GET('/api/v1/workflow/fetch/{workflow_id}', {
    params: { path: { workflow_id: id } },
  })
  return data!
}

test('a fault stands at its step until it is undone; what is saved is the next version', async () => {
  const page = await program.signedIn('/workflows')
  await page.getByRole('link', { name: 'Appointment reminder (sample)' }).click()
  const drawing = page.getByRole('application')
  await drawing.getByText('Front desk').first().waitFor()
  await page.getByText('Can be saved').waitFor()
  // It opens at a size at which it can be read, although the whole of it would fit only at half the size.
  const zoom = () =>
    page.locator('.react-flow__viewport').evaluate((drawn) => new DOMMatrix(getComputedStyle(drawn).transform).a)
  await expect.poll(zoom).toBeGreaterThanOrEqual(0.8)

  // A step that must have a destination and has none.
  await drawing.getByText('Front desk').first().click()
  const inspector = page.getByRole('complementary', { name: 'Inspector' })
  await inspector.getByLabel(/^Destination/).fill('')
  await inspector.getByRole('alert').first().waitFor()
  await page.getByText('Can be saved').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Can be saved').waitFor()
  expect(await inspector.getByLabel(/^Destination/).inputValue()).toContain('front_desk_number')

  // A new step with a new exit to it, and other words.
  await page.getByRole('button', { name: 'Add a step' }).click()
  await page.getByRole('menuitem', { name: 'End of the call' }).click()
  await inspector.getByLabel(/^Name/).fill('Wrong person')
  await inspector.getByLabel(/^Say/).fill('Sorry to have disturbed you. Good-bye.')
  await page.getByText('Can be saved').waitFor({ state: 'detached' })
  await drawing.getByText('Right person').first().click()
  await inspector.getByRole('button', { name: 'Add', exact: true }).last().click()
  await inspector.getByLabel('Name of the exit').fill('wrong person')
  await inspector.getByLabel('Leads to').selectOption({ label: 'Wrong person' })
  const phrase = inspector.getByLabel('Phrases that mean this')
  await phrase.fill('I have moved away')
  await phrase.press('Enter')
  await page.getByText('Can be saved').waitFor()
  await page.getByRole('button', { name: 'Save version 2' }).click()
  await page.getByText('Saved as version 2.').waitFor()

  const saved = await workflow(program.workflows[SAMPLE]!)
  expect(saved.version_number).toBe(2)
  const exit = saved.workflow_definition.edges.find(({ data }) => data?.label === 'wrong person')
  expect(exit?.data?.examples).toEqual(['I have moved away'])
  const target = saved.workflow_definition.nodes.find(({ id }) => id === exit?.target)
  expect(target?.data.name).toBe('Wrong person')

  // What changed with it, and the way back.
  await page.getByRole('button', { name: /^version 2/ }).click()
  const versions = page.getByRole('complementary', { name: 'Versions' })
  await versions.getByText('Step Wrong person').waitFor()
  await versions.getByRole('button', { name: 'Version 1', exact: false }).last().click()
  await versions.getByRole('button', { name: 'Restore version 1…' }).click()
  await page.getByRole('button', { name: 'Restore as version 3' }).click()
  await page.getByText('Version 1 is back as version 3.').waitFor()
  await drawing.getByText('Wrong person').waitFor({ state: 'detached' })
  expect((await workflow(program.workflows[SAMPLE]!)).version_number).toBe(3)

  // Every setting that the server knows; recording without its notice warns.
  await page.reload()
  await inspector.getByRole('button', { name: 'Workflow settings' }).click()
  const { data: catalogue } = await program.client.GET('/api/v1/node-types')
  await inspector.getByText('Select a step to change').waitFor()
  const drawn = await inspector.textContent()
  for (const { display_name } of catalogue!.settings_properties) expect(drawn).toContain(display_name)
  await inspector.getByRole('switch').first().click()
  await inspector.getByText('Calls are recorded without a notice').waitFor()

  // Another user saves meanwhile: nothing is overwritten, and the page asks.
  const theirs = await workflow(program.workflows[SAMPLE]!)
  const definition = { ...theirs.workflow_definition, settings: { language: 'en-GB' } }
  await program.client.PUT('/api/v1/workflow/{workflow_id}', {
    params: { path: { workflow_id: theirs.id } },
    body: { workflow_definition: definition as never },
  })
  await page.getByText('Version 4 was saved by another user while you edited version 3').waitFor()
  await page.getByRole('button', { name: 'Discard my changes' }).click()
  await inspector.getByText('Calls are recorded without a notice').waitFor({ state: 'detached' })
  expect((await workflow(theirs.id)).workflow_definition.settings).toEqual({ language: 'en-GB' })
})

test('steps are copied together and pasted, an edge drawn by hand opens for naming, and a brace offers the variables', async () => {
  const saved = (await workflow(program.workflows[SAMPLE]!)).version_number
  const page = await program.signedIn(`/workflows/${program.workflows[SAMPLE]}`)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByText('Can be saved').waitFor()
  const drawing = page.getByRole('application')
  const inspector = page.getByRole('complementary', { name: 'Inspector' })
  const boxes = page.locator('.react-flow__node')
  const before = await boxes.count()
  const title = (name: string) => drawing.locator('.node header', { hasText: name }).first()

  await title('Right person').click()
  await title('The appointment').click({ modifiers: ['Control'] })
  await expect.poll(() => page.locator('.react-flow__node.selected').count()).toBe(2)
  await page.keyboard.press('Control+c')
  await page.getByText('2 steps copied').waitFor()
  await page.keyboard.press('Control+v')
  // The start is there once; the other one gets a name of its own.
  await page.getByText(/^Not pasted: Right person\./).waitFor()
  await expect.poll(() => boxes.count()).toBe(before + 1)
  expect(await inspector.getByLabel(/^Name/).first().inputValue()).toBe('The appointment-2')
  await inspector.getByRole('button', { name: 'Duplicate the step The appointment-2' }).click()
  await expect.poll(() => boxes.count()).toBe(before + 2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => boxes.count()).toBe(before)

  // Drawn from the row "new exit" of a step to another one.
  const port = drawing.locator('.react-flow__node', { hasText: 'Right person' }).first().locator('li.new .port')
  const target = drawing.locator('.react-flow__node', { hasText: 'The appointment' }).first().locator('.in-port')
  const middle = async (of: typeof port) => {
    const box = (await of.boundingBox())!
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }
  expect(await drawing.locator('.node li.new').first().textContent()).toBe('new exit')
  const [from, to] = [await middle(port), await middle(target)]
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x - 20, to.y, { steps: 5 })
  await page.mouse.move(to.x, to.y, { steps: 3 })
  await page.mouse.up()
  expect(await inspector.getByLabel('Name of the exit').inputValue()).toBe('new exit')
  await page.getByRole('button', { name: 'Undo' }).click()

  await title('The appointment').click()
  const words = inspector.getByLabel(/^Say/).first()
  await words.fill('Until then, ')
  await words.press('End')
  await words.pressSequentially('{fir')
  const offered = inspector.getByRole('listbox', { name: 'Variables' })
  await offered.getByRole('option', { name: /^first_name/ }).waitFor()
  await words.press('Enter')
  expect(await words.inputValue()).toBe('Until then, {{first_name}}')
  // A brace alone may begin JSON in a prompt: Enter is a new line then.
  await words.pressSequentially(' {')
  await offered.waitFor()
  await words.press('Enter')
  expect(await words.inputValue()).toBe('Until then, {{first_name}} {\n')
  await inspector.getByRole('button', { name: 'Insert a variable' }).first().click()
  await words.press('ArrowDown')
  await words.press('Escape')
  await offered.waitFor({ state: 'detached' })
  expect((await workflow(program.workflows[SAMPLE]!)).version_number).toBe(saved)
})

test('leaving with changes asks, and the outline shows and changes the same words', async () => {
  const id = Object.entries(program.workflows).find(([name]) => name !== SAMPLE)![1]
  const page = await program.signedIn(`/workflows/${id}`)
  await page.getByText('Can be saved').waitFor()
  await page.getByRole('button', { name: 'Outline' }).click()
  const words = page.getByRole('textbox', { name: /^What .* says$/ }).first()
  await words.fill('Hello, may we ask you two questions?')
  await page.getByRole('link', { name: 'Telephony' }).click()
  await page.getByRole('dialog', { name: /Leave without saving/ }).waitFor()
  await page.getByRole('button', { name: 'Stay here' }).click()
  expect(await words.inputValue()).toBe('Hello, may we ask you two questions?')
  expect((await workflow(id)).version_number).toBe(1)
})

test('tried beside the drawing: unsaved words are said, typed turns and keys lead on, the path lights up and says why', async () => {
  const page = await program.signedIn(`/workflows/${program.workflows[SAMPLE]}`)
  await page.getByText('Can be saved').waitFor()
  const drawing = page.getByRole('application')
  await drawing.getByText('Right person').first().click()
  const inspector = page.getByRole('complementary', { name: 'Inspector' })
  const words = inspector.getByLabel(/^(Greeting|Say)/).first()
  await words.fill('Good day {{first_name}}, will you come tomorrow?')
  await page.getByText('Can be saved').waitFor()
  await page.getByRole('button', { name: /^Try it/ }).click()
  const panel = page.getByRole('complementary', { name: 'Try it' })
  await panel.getByRole('radio', { name: 'Write' }).click()
  await panel.getByLabel('first_name').fill('Ada')
  await panel.getByRole('button', { name: 'Begin' }).click()
  await panel.getByText(/Good day Ada, will you come tomorrow/).waitFor()
  await expect.poll(() => page.locator('.node.here').textContent()).toContain('Right person')
  await panel.getByLabel('What the person says').fill('purple elephants')
  await panel.getByRole('button', { name: 'Say it' }).click()
  await panel.getByText('No exit expected these words.').waitFor()
  await panel.getByLabel('What the person says').fill('yes')
  await panel.getByRole('button', { name: 'Say it' }).click()
  await panel.getByText(/Will you be there/).waitFor()
  await panel.getByLabel('What the person says').fill('yes, I will be there')
  await panel.getByRole('button', { name: 'Say it' }).click()
  await panel.getByText(/^Ended: /).waitFor()
  await panel
    .getByText(/^→ .*mean the yes|^→ .*like/)
    .first()
    .waitFor()
  expect(await page.locator('.node.lit').count()).toBeGreaterThan(1)
  await panel.getByRole('button', { name: 'Again, same person' }).click()
  await panel.getByText(/Good day Ada/).waitFor()
  const one = panel.getByRole('group', { name: 'Keys of the phone' }).getByRole('button', { name: '1', exact: true })
  await one.click()
  await panel.getByText(/Will you be there/).waitFor()
  await one.click()
  await panel.getByText(/^Ended: /).waitFor()
  expect((await program.client.GET('/api/v1/calls')).data!.runs).toEqual([])
})

// The speech of the program is loaded with the first words it hears and says.
test('spoken with through the microphone of the browser, then overheard with somebody who hangs up', {
  timeout: 120_000,
}, async () => {
  const page = await program.signedIn(`/workflows/${program.workflows[SAMPLE]}`, { permissions: ['microphone'] })
  await page.getByText('Can be saved').waitFor()
  await page.getByRole('button', { name: /^Try it/ }).click()
  const panel = page.getByRole('complementary', { name: 'Try it' })
  await panel.getByLabel('first_name').fill('Ada')
  await panel.getByRole('button', { name: 'Speak with it' }).click()
  await panel.getByText('Listening.').waitFor()
  await panel
    .getByText(/speaking with Ada/)
    .first()
    .waitFor({ timeout: 90_000 })
  await panel.getByRole('button', { name: 'Hang up' }).click()
  await panel.getByText(/^Ended/).waitFor()

  await panel.getByLabel('Who answers').selectOption({ label: 'Hangs up' })
  await panel.getByText(/^Ended/).waitFor({ state: 'detached' })
  await panel.getByRole('button', { name: 'Listen' }).click()
  await panel.getByText('You hear both.').waitFor()
  await panel
    .getByText(/speaking with Ada/)
    .first()
    .waitFor({ timeout: 30_000 })
  await panel.getByText('Ended: hung up').waitFor({ timeout: 30_000 })
})

test('one of ten people answers, and the whole conversation is read at once with its path', async () => {
  const page = await program.signedIn(`/workflows/${program.workflows[SAMPLE]}`)
  await page.getByText('Can be saved').waitFor()
  await page.getByRole('button', { name: /^Try it/ }).click()
  const panel = page.getByRole('complementary', { name: 'Try it' })
  const who = panel.getByLabel('Who answers')
  await expect.poll(() => who.getByRole('option').count()).toBe(11)
  await who.selectOption({ label: 'Asks never to be called again' })
  await panel.getByRole('button', { name: 'Only read it' }).click()
  await panel.getByText('Would never be called again.').waitFor()
  await panel.getByText('Ended: asked not to be called').waitFor()
  expect(await page.locator('.node.lit').count()).toBeGreaterThan(0)
  await who.selectOption({ label: 'Presses keys' })
  await panel.getByRole('button', { name: 'Only read it' }).click()
  await panel.getByText('Ended: confirmed').waitFor()
})

test('what five people said that no exit expected is offered at its step, and added to the exit they meant', async () => {
  const id = await makeCampaign(program, { name: 'Said otherwise', csv: people(5, '10'), start: true })
  await program.client.waitUntilCompleted(id)
  const { workflow_id } = await program.client.campaigns.get(id)
  const { runs } = await program.client.campaigns.runs(id)
  await program.query(
    `insert into call_records (call_id, organization_id, updated_at, timeline, transcript)
     select id, organization_id, now(), '[{"at":"2026-11-16T09:30:05.000Z","event":"not_understood","because":"no_match","node":"question","said":"Next week."}]', '[]'
       from calls where id = any($1)
     on conflict (call_id) do update set timeline = excluded.timeline, transcript = excluded.transcript`,
    [runs.map((run) => run.id)],
  )
  const page = await program.signedIn(`/workflows/${workflow_id}`)
  await page.getByRole('button', { name: '5 people said “next week”, which no exit expects.' }).click()
  const inspector = page.getByRole('complementary', { name: 'Inspector' })
  await inspector.getByLabel('Add “next week” to an exit').selectOption({ label: 'reschedule' })
  await inspector.getByLabel('Add “next week” to an exit').waitFor({ state: 'detached' })
  await inspector.getByRole('button', { name: /^Exit reschedule/ }).click()
  await inspector.getByText('next week', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await inspector.getByLabel('Add “next week” to an exit').waitFor()
})

test('an edit is checked before it is saved: simulated people by an evaluation, those of past calls by a replay', async () => {
  const id = program.workflows[SAMPLE]!
  const { workflow_definition, current_definition_id } = await workflow(id)
  const exit = (source: string, target: string) =>
    workflow_definition.edges.find((edge) => edge.source === source && edge.target === target)!
  const desk = exit('question', 'desk')
  // A past call, as the agent stores it: they pressed one, and then zero for a person.
  const keys = (digits: string) => ({ atMs: 0, turn: { kind: 'digits', digits } })
  const entered = (node: string, edge: string | null) => ({ event: 'node_entered', node, edge })
  const way = [entered('start', null), entered('question', exit('start', 'question').id), entered('desk', desk.id)]
  await program.query(
    `with past as (
       insert into calls (organization_id, direction, workflow_id, definition_id, telephony_configuration_id, provider, phone_number,
         address_type, caller_number, state, live, node_id, claimed_at, placed_at, answered_at, ended_at, news_at, deadline_at, variables)
       select organization_id, 'outbound', id, $2, 0, 'simulator', '+442071838750', 'pstn', '+15550100', 'ended', false, 'node',
         now(), now(), now(), now(), now(), now(), '{}' from workflows where id = $1
       returning id, organization_id)
     insert into call_records (call_id, organization_id, updated_at, timeline, transcript, disposition, turns)
     select id, organization_id, now(), $3, '[]', 'transferred', $4 from past`,
    [
      id,
      current_definition_id,
      JSON.stringify(way),
      JSON.stringify([{ atMs: 0, turn: { kind: 'started' } }, keys('1'), keys('0')]),
    ],
  )

  const page = await program.signedIn(`/workflows/${id}`)
  await page.getByText('Can be saved').waitFor()
  await page.getByRole('button', { name: /^Evaluate/ }).click()
  const panel = page.getByRole('complementary', { name: 'Evaluate' })
  await panel.getByRole('radio', { name: 'Replay' }).click()
  await panel.getByRole('button', { name: 'Replay them' }).click()
  await panel.getByText('Every call that can be replayed goes the same way.').waitFor()
  await panel.getByRole('button', { name: /^Close/ }).click()

  // The exit to a person leads elsewhere now.
  await page.getByRole('application').getByText('The appointment').first().click()
  const inspector = page.getByRole('complementary', { name: 'Inspector' })
  await inspector.getByRole('button', { name: `Exit ${desk.data!.label}` }).click()
  await inspector.getByLabel('Leads to').selectOption({ label: 'Cancelled' })
  await page.getByRole('button', { name: /^Save version/ }).waitFor()
  await page.getByRole('button', { name: /^Evaluate/ }).click()
  await panel.getByRole('radio', { name: 'Replay' }).click()
  await panel.getByText('Your unsaved changes count.').waitFor()
  await panel.getByRole('button', { name: 'Replay them' }).click()
  const report = panel.getByRole('status')
  expect(await report.getByRole('row').last().textContent()).toBe('transferredcancelled1')
  await report.getByText('from step 3:').waitFor()
  await report.getByRole('button', { name: 'Show the way' }).click()
  await expect.poll(() => page.locator('.node.lit').count()).toBe(3)

  await panel.getByRole('radio', { name: 'Evaluate' }).click()
  await panel.getByLabel('Presses keys', { exact: true }).check()
  await panel.getByLabel('Presses keys must end as').selectOption({ label: 'Cancelled' })
  await panel.getByLabel('Also the stored dialogues').uncheck()
  await panel.getByLabel('Conversations with each').fill('2')
  await panel.getByRole('button', { name: 'Start' }).click()
  const failed = panel.getByRole('button', { name: /^Unsaved changes not passed/ })
  await failed.waitFor()
  await panel.getByText('Expected to reach cancelled; the conversation did not.').first().waitFor()
  await panel.getByRole('button', { name: 'Transcript of Presses keys' }).click()
  await panel.getByText(/we look forward to seeing you/).waitFor()
  expect((await workflow(id)).current_definition_id).toBe(current_definition_id)

  // Undone and with the right expectation it passes; the result stays with its version.
  await page.getByRole('button', { name: 'Undo' }).click()
  await panel.getByLabel('Presses keys must end as').selectOption({ label: 'Confirmed' })
  await panel.getByRole('button', { name: 'Start' }).click()
  await panel.getByRole('button', { name: /^Version \d+ passed/ }).waitFor()
  const { evaluations } = await program.client.workflows.evaluations(id)
  expect(evaluations.map(({ passed, version_number }) => [passed, version_number === null])).toEqual([
    [true, false],
    [false, true],
  ])
})
