/** The structured half of a result. The server sends it as `structuredContent`, never as text. */
export type JsonContent<Data> = {
	readonly type: 'json';
	readonly data: Data;
};
