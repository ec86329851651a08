import {describe, expect, it} from 'vitest';
import {isLoopback} from '../../../source/support/loopback.ts';

const hostOf = (url: string): string => new URL(url).hostname;

describe('this machine', () => {
	it.each([
		'http://localhost:3000',
		'ws://LOCALHOST/',
		'http://127.0.0.1/',
		'http://127.8.9.10/',
		'http://2130706433/',
		'http://[::1]:1/',
		'http://[::ffff:127.0.0.1]/',
		'http://[::ffff:127.255.0.0]/',
	])('is at %s', url => {
		expect(isLoopback(hostOf(url))).toBe(true);
	});

	it.each([
		'http://app.localhost/',
		'http://localhost./',
		'http://localhost.example/',
		'http://127.0.0.1.example/',
		'http://128.0.0.1/',
		'http://[::2]/',
		'http://[::ffff:128.0.0.1]/',
		'http://[::ffff:10.0.0.1]/',
	])('is not known to be at %s', url => {
		expect(isLoopback(hostOf(url))).toBe(false);
	});
});
