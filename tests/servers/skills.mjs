// Offers two skills; the text of the second is not the one that it lists.
import {createHash} from 'node:crypto';
import {answer, refuse, serve} from './mcp-stdio.mjs';

const textOf = name => `---\nname: ${name}\ndescription: The skill ${name}.\n---\nDo ${name}.\n`;
const skillOf = name => {
	const uri = `skill://test/${name}/SKILL.md`;
	const text = textOf(name);
	const digest = `sha256:${createHash('sha256').update(text).digest('hex')}`;
	return {
		uri,
		frontmatter: {name, description: `The skill ${name}.`},
		resources: [{uri, mimeType: 'text/markdown', size: Buffer.byteLength(text), digest}],
	};
};
const skills = ['honest', 'forged'].map(skillOf);

serve({
	name: 'skills',
	capabilities: {tools: {}, resources: {}, extensions: {'io.modelcontextprotocol/skills': {}}},
	tools: [],
	other({id, method, params}) {
		if (method === 'skills/list') answer(id, {skills, ttlMs: 0, cacheScope: 'private'});
		else if (method === 'resources/list') answer(id, {resources: []});
		else if (method === 'resources/templates/list') answer(id, {resourceTemplates: []});
		else if (method === 'resources/read') {
			const {uri} = params;
			answer(id, {contents: [{uri, mimeType: 'text/markdown', text: textOf('honest')}]});
		} else if (id !== undefined) refuse(id, -32601, 'No such method.');
	},
});
