import {describe, expect, it} from 'vitest';
import {currentTimeMcpToolHandler} from '../../../source/core/toolbox/current-time/internal/currentTimeMcpToolHandler.ts';
import {errorOf, jsonOf, textsOf} from './read-outcome.ts';

const now = () => Date.UTC(2026, 10, 16, 5, 9, 26, 500);
const ask = (timeZone?: string) => currentTimeMcpToolHandler({params: {timeZone}, now});

describe('current-time', () => {
	it('tells the time in a zone', async () => {
		const outcome = await ask('Europe/Berlin');
		expect(textsOf(outcome)).toEqual(['Monday, 2026-11-16 06:09:26 in Europe/Berlin (UTC+01:00)']);
		expect(jsonOf(outcome)).toEqual({
			iso: '2026-11-16T06:09:26+01:00',
			weekday: 'Monday',
			timeZone: 'Europe/Berlin',
			utcOffset: '+01:00',
			unixSeconds: 1_794_805_766,
		});
	});

	it.each([
		['UTC', '2026-11-16T05:09:26+00:00'],
		['america/new_york', '2026-11-16T00:09:26-05:00'],
		['Asia/Kathmandu', '2026-11-16T10:54:26+05:45'],
		['Pacific/Auckland', '2026-11-16T18:09:26+13:00'],
	])('knows the offset of %s', async (timeZone, iso) => {
		expect(jsonOf(await ask(timeZone)).iso).toBe(iso);
	});

	it('names the same instant whatever the zone', async () => {
		for (const timeZone of [undefined, ...Intl.supportedValuesOf('timeZone')]) {
			const {iso, unixSeconds} = jsonOf(await ask(timeZone));
			expect(Date.parse(iso), timeZone).toBe(unixSeconds * 1000);
		}
	});

	it('offers the nearest zones for one that it does not know', async () => {
		const error = errorOf(await ask('Europe/Berln'));
		expect(error.message).toContain('Europe/Berln is not a known time zone. Did you mean Europe/Berlin');
		expect(error.field).toBe('timeZone');
	});

	it('refuses offsets and nonsense with advice', async () => {
		for (const timeZone of ['+02:00', '\u001b]0;x\u0007', '../etc/passwd']) {
			const {message} = errorOf(await ask(timeZone));
			expect(message).toContain('is not a known time zone');
			expect(message).not.toMatch(/[\u0000-\u001f]/);
		}
	});
});
