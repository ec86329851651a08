import {isIPv4} from 'node:net';

/**
 * Whether the host of a URL is this machine, as far as its name alone says. Names such as `app.localhost` do not count:
 * many systems ask DNS for them, and whoever answers there may name any machine.
 */
export const isLoopback = (hostname: string): boolean =>
	hostname === 'localhost' ||
	hostname === '[::1]' ||
	(isIPv4(hostname) && hostname.startsWith('127.')) ||
	// 127.0.0.0/8 inside IPv6, as URL writes it.
	/^\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\]$/.test(hostname);
