/**
 * Nodes killed with SIGKILL and frozen with SIGSTOP at random moments, while a carrier that outlives them keeps the truth.
 * `npm run proof -- kill 10` and `-- freeze 10` do one of the two alone, many times.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { between, pick, type Rng, seededRng } from '../../src/kernel/rng.ts'
import { kill } from '../child-program.ts'
import { testDatabase } from '../database.ts'
import { NodesWorld } from './nodes-world.ts'

const LIMITS = { contacts: 200, cap: 12, organizationCap: 20 }
/** A proof takes its time. */
const TROUBLES = process.env.OUTDIAL_PROOF ? 10 : 6
/** Both, unless a proof asks for one of them. */
const KINDS = (process.env.OUTDIAL_PROOF ?? 'kill,freeze').split(',')

let world: NodesWorld

beforeAll(async () => {
  const { pool, connectionString } = await testDatabase()
  world = await NodesWorld.open({ url: connectionString, pool, limits: LIMITS })
  // The first one makes the organization; the others join.
  await world.spawnNode()
  await Promise.all([world.spawnNode(), world.spawnNode()])
}, 120_000)

afterAll(() => world?.close())

/** The first node carries PUBLIC_URL: it is frozen, never killed, so that callbacks have an address; the others are killed too. */
async function makeTrouble(rng: Rng): Promise<{ kills: number; freezes: number }> {
  const { nodes } = world
  const done = { kills: 0, freezes: 0 }
  const spawning: Array<Promise<void>> = []
  for (let trouble = 0; trouble < TROUBLES; trouble++) {
    await new Promise((resolve) => setTimeout(resolve, between(rng, 300, 2000)))
    const kind = pick(rng, KINDS)
    // On a busy machine the next one may be long in coming.
    if (kind === 'kill' && nodes.length === 1) await Promise.all(spawning)
    if (kind === 'kill') {
      const victim = pick(rng, nodes.slice(1))
      nodes.splice(nodes.indexOf(victim), 1)
      await kill(victim, 'SIGKILL')
      spawning.push(world.spawnNode())
      done.kills++
    } else {
      const victim = pick(rng, nodes)
      victim.process.kill('SIGSTOP')
      // Sometimes shorter, sometimes longer than a lease.
      await new Promise((resolve) => setTimeout(resolve, between(rng, 200, 7000)))
      victim.process.kill('SIGCONT')
      done.freezes++
    }
  }
  await Promise.all(spawning)
  return done
}

it('nodes that are killed and frozen call nobody twice at once, lose nobody, keep every limit, count exactly, and finish by themselves', async () => {
  await world.useCarrier()
  const campaigns = [await world.startCampaign('one', '202'), await world.startCampaign('two', '303')]
  const trouble = await makeTrouble(seededRng(process.pid))
  expect(trouble.kills + trouble.freezes).toBe(TROUBLES)
  if (process.env.OUTDIAL_PROOF) console.log(`  proof: ${trouble.kills} kills, ${trouble.freezes} freezes`)
  await world.finished(campaigns)
  await world.expectPromisesKept(campaigns)
}, 300_000)
