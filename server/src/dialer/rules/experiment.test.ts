import { describe, expect, test } from 'vitest'
import { armNow, drawnArm, type Experiment } from './experiment.ts'

const experiment: Experiment = {
  name: 'Greeting',
  arms: [
    { name: 'A', share: 1 },
    { name: 'B', share: 3 },
    { name: 'C', share: 4, not_called: true },
  ],
  goal: { outcomes: ['answered'], dispositions: [] },
}

const people = Array.from({ length: 8000 }, (_, index) => ({ phoneNumber: `+4930${1_000_000 + index}` }))
const drawn = (campaignId: number) => people.map((person) => drawnArm(experiment, campaignId, person))

describe('the arm of a person', () => {
  test('is the same each time, for every address of the number, and for all numbers of a person id', () => {
    const arms = drawn(7)
    expect(drawn(7)).toEqual(arms)
    for (const [index, { phoneNumber }] of people.slice(0, 50).entries()) {
      const digits = phoneNumber.slice(1)
      for (const sip of [`sip:${digits}@pbx.example`, `sip:+${digits};user=phone@pbx.example`])
        expect(drawnArm(experiment, 7, { phoneNumber: sip })).toBe(arms[index])
    }
    const several = { all: ['+493010001', '+493010002'] }
    const first = drawnArm(experiment, 7, { phoneNumber: '+493010001' })
    for (const phoneNumber of several.all)
      expect(drawnArm(experiment, 7, { phoneNumber, numbers: several })).toBe(first)
    const numbers = ['+4930111', '+4930222', '+4930333', '+4930444', '+4930555', '+4930666']
    expect(new Set(numbers.map((phoneNumber) => drawnArm(experiment, 7, { phoneNumber, personId: 'p-9' }))).size).toBe(
      1,
    )
  })

  test('is drawn by the shares, independently for each campaign', () => {
    const [arms, others] = [drawn(7), drawn(8)]
    for (const [index, share] of [1 / 8, 3 / 8, 4 / 8].entries())
      expect(arms.filter((arm) => arm === index).length / people.length).toBeCloseTo(share, 1)
    const same = arms.filter((arm, index) => arm === others[index]).length / people.length
    // Independent draws agree with the probability 1/64 + 9/64 + 16/64.
    expect(same).toBeCloseTo(26 / 64, 1)
  })

  test('is that of everyone after the end of the experiment', () => {
    const stopped = { ...experiment, stopped: { arm: 1, atMs: 0, by: 'a person' } }
    expect(new Set(people.map((person) => armNow(stopped, 7, person)))).toEqual(new Set([1]))
    expect(armNow(experiment, 7, people[0]!)).toBe(drawn(7)[0])
  })
})
