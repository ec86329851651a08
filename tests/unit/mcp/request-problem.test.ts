import {describe, expect, it} from 'vitest';
import {statusEnd} from '../../../source/core/mcp/transports/request-problem.ts';
import {describeEnd} from '../../../source/core/mcp/transports/transport-end.ts';

const base = 'https://far.example/s/9f8e7d6c5b4a39281706f5e4/mcp';
const sentTo = (location: string) => describeEnd(statusEnd(308, '', {location, base}));

describe('a redirection', () => {
	it('is told without what may be a key in it', () => {
		const told = sentTo('/s/9f8e7d6c5b4a39281706f5e4/mcp/?token=abc');
		expect(told).toContain('sends us on to another place: https://far.example/s/');
		expect(told).not.toContain('9f8e7d6c');
		expect(told).not.toContain('abc');
	});

	it('to the same address is called that', () => {
		expect(sentTo(base)).toContain('to the very address that we asked');
	});

	it('may lead nowhere', () => {
		expect(sentTo('https://')).toContain('an address that is not a URL');
	});
});
