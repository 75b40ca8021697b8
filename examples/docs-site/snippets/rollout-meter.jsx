export const RolloutMeter = ({ start = 25 }) => {
  const [percent, setPercent] = useState(start);
  const users = Array.from({ length: 40 }, (_, index) => index);
  return (
    <div className="not-prose my-6 rounded-xl border p-4">
      <label className="text-sm font-medium" htmlFor="rollout">
        Rollout: {percent} %
      </label>
      <input
        id="rollout"
        type="range"
        min="0"
        max="100"
        value={percent}
        className="w-full"
        onInput={(event) => setPercent(Number(event.currentTarget.value))}
      />
      <div className="mt-3 flex flex-wrap gap-1" role="img" aria-label={`${percent} percent of users see the feature`}>
        {users.map((user) => (
          <span
            key={user}
            className={
              'h-4 w-4 rounded-full ' + ((user * 37) % 100 < percent ? 'bg-amber-500' : 'bg-gray-200 dark:bg-gray-700')
            }
          />
        ))}
      </div>
    </div>
  );
};
