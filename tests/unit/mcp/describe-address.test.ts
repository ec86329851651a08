import {expect, it} from 'vitest';
import {describeAddress} from '../../../source/core/mcp/connection/describe-address.ts';

it.each([
	['https://mcp.example/mcp', 'https://mcp.example/mcp'],
	['https://user:secret@mcp.example:8443/mcp?key=secret#secret', 'https://mcp.example:8443/mcp?•••'],
	['https://mcp.example/s/AbCdEf0123456789AbCdEf/mcp', 'https://mcp.example/s/•••/mcp'],
	[
		'https://mcp.example/a-long-name-that-a-person-wrote/mcp',
		'https://mcp.example/a-long-name-that-a-person-wrote/mcp',
	],
	['secret', '(not a URL)'],
])('shows %s without what is secret', (address, shown) => {
	expect(describeAddress(address)).toBe(shown);
});
