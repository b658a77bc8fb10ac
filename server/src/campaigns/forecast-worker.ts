/** A thread that looks ahead once and ends: two seconds of counting must not hold up the calls of this node. */
import { parentPort, workerData } from 'node:worker_threads'
import { seededRng } from '../kernel/rng.ts'
import { type ForecastInput, forecast } from './rules/forecast.ts'

const { inputs, seed } = workerData as { inputs: ForecastInput[]; seed: number }
parentPort?.postMessage(inputs.map((input) => forecast(input, seededRng(seed))))
