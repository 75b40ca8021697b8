declare module '*/mermaid.js' {
  const mermaid: {
    initialize(config: Readonly<Record<string, unknown>>): void;
    render(id: string, text: string): Promise<{ svg: string }>;
  };
  export default mermaid;
}
