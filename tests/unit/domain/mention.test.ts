import {describe, expect, it} from 'vitest';
import {findMentions, findToolHints, mayMention} from '../../../source/domain/mention.ts';
import {offerTool} from '../../helpers/fake-servers.ts';

const servers = ['everything', 'my files', 'a:b', 'every', 'types'];
const listed: Readonly<Record<string, readonly string[]>> = {
	'my files': ['file:///my notes.txt', 'plain'],
	every: ['demo://end.'],
};
const find = (text: string) =>
	findMentions(text, servers, server => listed[server] ?? []).map(({server, uri}) => `${server} ${uri}`);

describe('resources that a text names', () => {
	it.each([
		['@everything:demo://x', ['everything demo://x']],
		['See @everything:demo://x, and (@everything:demo://y).', ['everything demo://x', 'everything demo://y']],
		['Is it "@everything:demo://x"?', ['everything demo://x']],
		['@everything:demo://x(1) is it', ['everything demo://x(1)']],
		['@everything:demo://x @everything:demo://x', ['everything demo://x']],
		['@my files:file:///my notes.txt please', ['my files file:///my notes.txt']],
		['@my files:file:///my notes.txt.bak', ['my files file:///my']],
		['@my files:plain, and more', ['my files plain']],
		['@my files:plainer', []],
		['@a:b:urn:one', ['a:b urn:one']],
		['@every:demo://end. Then', ['every demo://end.']],
		['@every:demo://other. Then', ['every demo://other']],
		['line\n@everything:demo://x\nline', ['everything demo://x']],
	])('are found in %j', (text, wanted) => {
		expect(find(text)).toEqual(wanted);
	});

	it.each([
		'me@everything:demo://x',
		'@types/node',
		'@unknown:demo://x',
		'@everything: demo://x',
		'@everything',
		'@everything:word',
		'user@host.example',
		'https://host/@everything:demo://x',
	])('are none in %j', text => {
		expect(find(text)).toEqual([]);
	});

	it('may be there wherever a server is named, before it has listed anything', () => {
		expect(mayMention('see @my files:plain', servers)).toBe(true);
		expect(mayMention('see @my files: plain', servers)).toBe(false);
		expect(mayMention('mail me@everything:x', servers)).toBe(false);
		expect(mayMention('@types/node', servers)).toBe(false);
	});
});

describe('tools that a text names', () => {
	const tools = [offerTool('files', 'read'), offerTool('files', 'read-all'), offerTool('my files', 'read')];
	const names = (text: string) => findToolHints(text, tools).map(({modelName}) => modelName);

	it.each([
		['use #files.read, please', ['files__read']],
		['use #files.read-all', ['files__read-all']],
		['#my files.read.', ['my files__read']],
		['#files.reader', []],
		['issue#files.read', []],
		['# files.read', []],
		['#1 and #files.read and #files.read', ['files__read']],
	])('are found in %j', (text, wanted) => {
		expect(names(text)).toEqual(wanted);
	});
});
