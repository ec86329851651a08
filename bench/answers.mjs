/** Pieces of about the size of a token, as the scripted model makes them. */
export const tokensOf = text => text.match(/\s*\S{1,6}|\s+/g) ?? [];

const paragraph =
	'A **server** offers what it has, and a *client* decides with you what to use of it; `tools/list` says which ' +
	'tools there are, and every call goes through the same door, so that nothing happens behind your back.';

const section = number => `## Part ${number}

${paragraph}

- first, the host asks the server for its list
- then the model sees **names**, descriptions and schemas
- last, you allow the call or you do not

\`\`\`ts
const answer = await client.callTool({name: 'add', arguments: {a: ${number}, b: 2}});
console.log(answer.content);
\`\`\`

${paragraph}
`;

/** Markdown of at least `count` tokens that ends in a line with `mark`. */
export const createAnswer = (count, mark) => {
	const sections = [];
	for (let tokens = 0; tokens < count; tokens += tokensOf(sections.at(-1)).length) {
		sections.push(section(sections.length + 1));
	}
	return `${sections.join('\n')}\n${mark}\n`;
};

/**
 * A script for the scripted model; JSON is YAML.
 * @param {number} pace tokens per second, 0 is as fast as possible
 * @param {readonly {say: string, match?: string}[]} turns
 */
export const createScript = (pace, turns) =>
	JSON.stringify({pace, turns: turns.map(({say, ...turn}) => ({...turn, steps: [{say}]}))});
