import {median} from '../statistics.mjs';

const warmUp = 100;

/** The median of the milliseconds that `call` takes, one after another, when everything is compiled. */
export const timeCalls = async (count, call) => {
	if (count === 0) return {};
	const times = [];
	for (let index = 0; index < count + warmUp; index += 1) {
		const began = performance.now();
		await call(`call ${index}`);
		if (index >= warmUp) times.push(performance.now() - began);
	}
	return {call: median(times)};
};
