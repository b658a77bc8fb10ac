import { describe, expect, it } from 'vitest'
import { abandonmentOf, DEFAULT_LIMITS, judgeAbandonment } from './abandonment.ts'

const counts = (answered: number, abandoned: number) => ({ answered, abandoned })

describe('the abandonment rate', () => {
  it('counts every way in which a person finds nobody', () => {
    const found = abandonmentOf({ answered: 200, no_agent: 1, agent_failed: 2, late_audio: 4 })
    expect(found).toMatchObject({ abandoned: 7, rate_percent: 3.5 })
    expect(abandonmentOf({ answered: 0, no_agent: 0, agent_failed: 0, late_audio: 0 }).rate_percent).toBeNull()
  })

  it('warns above three percent and pauses only where that was asked for', () => {
    expect(judgeAbandonment(counts(100, 3), DEFAULT_LIMITS)).toBeNull()
    expect(judgeAbandonment(counts(100, 4), DEFAULT_LIMITS)).toBe('warn')
    expect(judgeAbandonment(counts(100, 4), { warn_percent: 1, pause_percent: 3 })).toBe('pause')
  })

  it('says nothing while too few have answered', () => {
    expect(judgeAbandonment(counts(29, 29), { warn_percent: 0, pause_percent: 0 })).toBeNull()
  })
})
