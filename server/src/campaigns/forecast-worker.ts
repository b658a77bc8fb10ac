/** A thread that looks ahead once and ends: two seconds of counting must not hold up the calls of this node. */
import { parentPort, workerData } from 'node:worker_threads'
import { seededRng } from '../kernel/rng.ts'
import { forecast } from './rules/forecast.ts'
import type { ForecastInput } from './rules/forecast-input.ts'

const { inputs, seed } = workerData as { inputs: ForecastInput[]; seed: number }
parentPort?.postMessage(inputs.map((input) => forecast(input, seededRng(seed))))
